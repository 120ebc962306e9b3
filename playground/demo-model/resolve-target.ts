import { assertNever } from '../assert-never';
import { choosePattern, type PatternChoice } from './choose-pattern';
import type { Target } from './intent';
import { nearestNames } from './nearest-names';
import { literalPattern } from './pattern-text';
import { type PlanContext, type PlanItem, problem } from './plan-item';
import { code, count, nameList, toolWords } from './sentence';

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
  { sight, lookups }: PlanContext,
): { resolved: Resolved } | { item: PlanItem } {
  if (target.kind === 'unnamed') return { item: unnamedProblem() };
  if (sight.kind === 'unseen') return withoutNames(target, sight.reason);
  const { page } = sight;
  const { models } = page;
  if (models.kind === 'unknown') return withoutNames(target, models.reason);
  if (models.kind === 'listed') {
    const names = models.models.map((model) => model.name);
    return fromChoice(choosePattern(target, { ...page, names }), page.provider, names);
  }
  if (target.kind !== 'phrase') return withoutNames(target, '');
  const pattern = `*${target.words.map(literalPattern).join('*')}*`;
  const lookup = lookups.get(pattern);
  if (lookup === undefined) return { item: lookupItem(pattern) };
  if (lookup.kind === 'failed') {
    return {
      item: problem(
        `I could not look up which models carry "${target.words.join(' ')}": ${toolWords(lookup.message)}`,
      ),
    };
  }
  const choice = choosePattern(target, { ...page, names: lookup.names });
  const groups = [...models.visibleGroups, ...models.hiddenGroups].map(nameOfGroup);
  const near = nearestNames(target.words.join(' '), groups);
  const result = fromChoice(
    choice.kind === 'no-model' ? { ...choice, near } : choice,
    page.provider,
    lookup.names,
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
function withoutNames(target: Target, why: string): { resolved: Resolved } | { item: PlanItem } {
  switch (target.kind) {
    case 'pattern':
      return asGiven(target.pattern, `The pattern ${code(target.pattern)} is given as it is.`);
    case 'everything':
      return asGiven('*', 'Everything is meant, so the pattern is `*`.');
    case 'phrase':
      return { item: problem(`I can't tell which models carry "${target.words.join(' ')}": ${why}.`) };
    case 'unnamed':
      return { item: unnamedProblem() };
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
  provider: string,
  names: string[],
): { resolved: Resolved } | { item: PlanItem } {
  switch (choice.kind) {
    case 'chosen':
      return { resolved: { choice, names, reason: reasonFor(choice, names.length) } };
    case 'no-model':
      return { item: problem(noModelText(choice.named, choice.near, provider)) };
    case 'other-provider':
      return {
        item: problem(
          `${code(choice.named)} is another provider, and the page shows ${code(provider)}. Choose it in the page's Provider list, then ask again.`,
        ),
      };
    case 'unnamed':
      return { item: unnamedProblem() };
    default:
      return assertNever(choice);
  }
}

function reasonFor(choice: Resolved['choice'], total: number): string {
  const pattern = code(choice.pattern);
  const { length } = choice.carriers;
  switch (choice.how) {
    case 'as-given':
      return `The pattern ${pattern} is given as it is; it matches ${choice.matches.length} of ${count(total, 'model')}.`;
    case 'exact':
      return `"${choice.named}" is the name of one model, so the pattern is ${pattern}.`;
    case 'everything':
      return `Everything is meant: all ${count(total, 'model')}, so the pattern is ${pattern}.`;
    case 'family': {
      const more = choice.matches.length - length;
      const extra = more > 0 ? ` (and ${more} more that it matches too)` : '';
      const carry = length === 1 ? 'carries' : 'carry';
      return `The request names the family "${choice.named}". ${length} of ${count(total, 'model')} ${carry} it, so ${pattern} fits${extra}.`;
    }
    default:
      return assertNever(choice.how);
  }
}

function noModelText(named: string, near: readonly string[], provider: string): string {
  const text = `I found no model with "${named}" in its name on ${code(provider)}, so I left that part alone.`;
  return near.length === 0 ? text : `${text} Near names: ${nameList(near)}. Name one of them if you mean it.`;
}

function unnamedProblem(): PlanItem {
  return problem(
    'I can\'t tell which models you mean. Name them, for example "block all preview models" or "allow `gpt-4o*`".',
  );
}

function lookupItem(pattern: string): PlanItem {
  return {
    kind: 'call',
    purpose: 'lookup',
    call: { name: 'get_models_matching_pattern', arguments: { pattern } },
    reason: `There are too many models to be listed to me, so I look up ${code(pattern)} first.`,
  };
}

/** A group's line without its count: `gpt-4*` of `gpt-4* 12`. */
function nameOfGroup(line: string): string {
  return line.replace(/ \d+$/, '');
}
