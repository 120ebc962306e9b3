import { assertNever } from '../assert-never';
import { choosePattern, type PatternChoice } from './choose-pattern';
import type { Target } from './intent';
import { lookUpMatches } from './look-up';
import { nearestNames } from './nearest-names';
import type { PageView } from './page-view';
import { literalPattern } from './pattern-text';
import { type PlanContext, type PlanItem, problem } from './plan-item';
import { code, plain, toolWords } from './sentence';
import { lookupReason, newestProblem, noModel, reasonFor, unnamedProblem } from './target-words';

/**
 * A target with its pattern. `names` are all names that the choice was made among; null when they aren't known and
 * the pattern doesn't depend on them.
 */
export interface Resolved {
  choice: Extract<PatternChoice, { kind: 'chosen' }>;
  names: string[] | null;
  reason: string;
}

/**
 * Finds the pattern for a target on the page, or the plan item that stands in the way: a look-up that has to come
 * first, or why there is none.
 */
export function resolveTarget(
  target: Target,
  context: PlanContext,
): { resolved: Resolved } | { item: PlanItem } {
  const { sight } = context;
  if (target.kind === 'unnamed') return { item: unnamedProblem() };
  if (target.kind === 'newest') return { item: newestProblem() };
  if (sight.kind === 'unseen') return withoutNames(target, sight.reason);
  const { models } = sight.page;
  switch (models.kind) {
    case 'unknown':
      return withoutNames(target, models.reason);
    case 'listed': {
      const names = models.models.map((model) => model.name);
      return fromChoice(choosePattern(target, { ...sight.page, names }), names, sight.page, context);
    }
    case 'grouped':
    case 'elsewhere':
      return fromLookup(target, sight.page, context);
    default:
      return assertNever(models);
  }
}

/** Where the names aren't listed: what is given needs none, unless it is to be seen which providers it fits. */
function fromLookup(
  target: Exclude<Target, { kind: 'unnamed' | 'newest' }>,
  page: PageView,
  context: PlanContext,
): { resolved: Resolved } | { item: PlanItem } {
  const isGiven = target.kind === 'pattern' && !context.isOneOfMany;
  if (isGiven || target.kind === 'everything') return withoutNames(target, '');
  const pattern =
    target.kind === 'pattern' ? target.pattern : `*${target.words.map(literalPattern).join('*')}*`;
  const named = target.kind === 'pattern' ? target.pattern : target.words.join(' ');
  const lookup = lookUpMatches(pattern, context, lookupReason(pattern, page));
  if (lookup.kind === 'due') return lookup;
  if (lookup.kind === 'failed') {
    return {
      item: problem(
        `I could not look up which models of ${code(page.provider)} carry "${plain(named)}": ${toolWords(lookup.message)}`,
      ),
    };
  }
  // Words that no name here carries may be another provider's name only where the person didn't say which they mean.
  const providers = context.provider === null ? page.providers : [];
  const choice = choosePattern(target, { ...page, providers, names: lookup.names });
  const result = fromChoice(
    choice.kind === 'no-model' ? { ...choice, near: nearestNames(named, groupsOf(page)) } : choice,
    lookup.names,
    page,
    context,
  );
  if ('item' in result || lookup.total === lookup.names.length) return result;
  const reason = `The look-up found ${lookup.total} models and lists ${lookup.names.length}; ${code(result.resolved.choice.pattern)} fits those.`;
  return { resolved: { ...result.resolved, reason } };
}

/** The plan for a target once its pattern is known; until then, what stands in the way. */
export function planForTarget(
  target: Target,
  context: PlanContext,
  plan: (resolved: Resolved) => PlanItem[],
): PlanItem[] {
  const result = resolveTarget(target, context);
  return 'item' in result ? [result.item] : plan(result.resolved);
}

/** Patterns that are given need no names; words do. */
function withoutNames(
  target: Exclude<Target, { kind: 'unnamed' | 'newest' }>,
  why: string,
): { resolved: Resolved } | { item: PlanItem } {
  switch (target.kind) {
    case 'pattern':
      return asGiven(target.pattern, `The pattern ${code(target.pattern)} is given as it is.`);
    case 'everything':
      return asGiven('*', 'Everything is meant, so the pattern is `*`.');
    case 'phrase':
      return { item: problem(`I can’t tell which models carry "${target.words.join(' ')}": ${why}.`) };
    default:
      return assertNever(target);
  }
}

function asGiven(pattern: string, reason: string): { resolved: Resolved } {
  const choice: Resolved['choice'] = {
    kind: 'chosen',
    pattern,
    how: pattern === '*' ? 'everything' : 'as-given',
    named: pattern,
    carriers: [],
    matches: [],
  };
  return { resolved: { choice, names: null, reason } };
}

function fromChoice(
  choice: PatternChoice,
  names: string[],
  { provider }: PageView,
  { isOneOfMany }: PlanContext,
): { resolved: Resolved } | { item: PlanItem } {
  switch (choice.kind) {
    case 'chosen':
      if (isOneOfMany && choice.matches.length === 0) return { item: noModel(choice.named, [], provider) };
      return { resolved: { choice, names, reason: reasonFor(choice, names.length) } };
    case 'no-model':
      return { item: noModel(choice.named, choice.near, provider) };
    case 'other-provider':
      return {
        item: problem(
          `${code(choice.named)} is another provider, and the page shows ${code(provider)}. Say what is meant there, for example "block preview models in ${plain(choice.named)}".`,
        ),
      };
    case 'unnamed':
      return { item: unnamedProblem() };
    case 'newest':
      return { item: newestProblem() };
    default:
      return assertNever(choice);
  }
}

function groupsOf({ models }: PageView): string[] {
  if (models.kind !== 'grouped') return [];
  return [...models.visibleGroups, ...models.hiddenGroups].map(nameOfGroup);
}

/** A group's line without its count: `gpt-4*` of `gpt-4* 12`. */
function nameOfGroup(line: string): string {
  return line.replace(/ \d+$/, '');
}
