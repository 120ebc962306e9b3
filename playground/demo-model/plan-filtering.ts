import { matchesOf } from './choose-pattern';
import type { Target } from './intent';
import type { PageView } from './page-view';
import { answer, callItem, type PlanContext, type PlanItem, problem } from './plan-item';
import { planForTarget, resolveTarget } from './resolve-target';
import { code, count, nameList } from './sentence';

/** An ignore rule for each target; exceptions get whitelist rules, which win. */
export function planBlock(targets: Target[], except: Target[], context: PlanContext): PlanItem[] {
  const exceptions = except.map((target) => resolveException(target, targets, context));
  const obstacles = exceptions.flatMap((result) => ('item' in result ? [result.item] : []));
  // Without its exception a block would hide what was to stay.
  if (obstacles.length > 0) return obstacles;
  return [
    ...targets.flatMap((target) =>
      // What has an exception is more than one model.
      planForTarget(except.length > 0 ? asFamily(target) : target, context, ({ choice, reason }) => [
        callItem(context, 'add_ignore_rule', { pattern: choice.pattern }, reason),
        ...(isInView(context) ? [remarkOnKept(choice.pattern, exceptions)] : []),
      ]),
    ),
    ...exceptions.flatMap((result) =>
      'resolved' in result
        ? [
            callItem(
              context,
              'add_whitelist_rule',
              { pattern: result.resolved.choice.pattern },
              result.resolved.reason,
            ),
          ]
        : [],
    ),
  ];
}

/** A whitelist rule for each target. */
export function planAllow(targets: Target[], context: PlanContext): PlanItem[] {
  return targets.flatMap((target) =>
    planForTarget(target, context, ({ choice, reason }) => [
      callItem(context, 'add_whitelist_rule', { pattern: choice.pattern }, reason),
    ]),
  );
}

/**
 * Hides everything but the targets: a whitelist rule for each of them, and the ignore rule `*` unless it is there.
 * Nothing at all is done when one of them isn't clear or all of them match no model: that would hide too much.
 */
export function planOnly(targets: Target[], context: PlanContext): PlanItem[] {
  const results = targets.map((target) => resolveTarget(target, context));
  const obstacles = results.flatMap((result) => ('item' in result ? [result.item] : []));
  if (obstacles.length > 0) return obstacles;
  const kept = results.flatMap((result) => ('resolved' in result ? [result.resolved] : []));
  if (kept.every(({ names, choice }) => names !== null && choice.matches.length === 0)) {
    return [
      problem(
        `No model matches ${nameList(kept.map(({ choice }) => choice.pattern))}, and hiding all others would leave nothing. I changed nothing.`,
      ),
    ];
  }
  const hasStar = context.sight.kind === 'seen' && context.sight.page.ignore.includes('*');
  const patterns = kept.map(({ choice }) => choice.pattern);
  return [
    // First, so that at no time everything is hidden.
    ...kept.map(({ choice, reason }) =>
      callItem(context, 'add_whitelist_rule', { pattern: choice.pattern }, reason),
    ),
    hasStar
      ? answer('The ignore rule `*` is there already, so everything else is hidden.')
      : callItem(
          context,
          'add_ignore_rule',
          { pattern: '*' },
          'A whitelist alone hides nothing, so the ignore rule `*` hides all the rest.',
        ),
    {
      kind: 'answer',
      text: (now) => (now.kind === 'seen' && isInView(context) ? othersKept(patterns, now.page) : null),
    },
  ];
}

/** Whether the page state that comes with the results is about the context's provider. */
function isInView({ sight }: PlanContext): boolean {
  return sight.kind === 'seen' && sight.page.models.kind !== 'elsewhere';
}

function asFamily(target: Target): Target {
  return target.kind === 'phrase' ? { ...target, isFamily: true } : target;
}

/** "gemini except flash" first looks for "gemini flash", then for "flash" alone. */
function resolveException(target: Target, bases: readonly Target[], context: PlanContext) {
  const [base] = bases;
  if (target.kind !== 'phrase' || base?.kind !== 'phrase' || bases.length > 1) {
    return resolveTarget(target, context);
  }
  const joined = resolveTarget({ ...target, words: [...base.words, ...target.words] }, context);
  const needsLookup = 'item' in joined && joined.item.kind === 'call';
  return 'resolved' in joined || needsLookup ? joined : resolveTarget(target, context);
}

/** Says so when models that a new ignore rule matches stay visible by older whitelist rules. */
function remarkOnKept(pattern: string, exceptions: readonly object[]): PlanItem {
  return {
    kind: 'answer',
    text: (now) => {
      if (exceptions.length > 0 || now.kind === 'unseen' || now.page.models.kind !== 'listed') return null;
      if (!now.page.ignore.includes(pattern)) return null;
      const { models } = now.page.models;
      const matched = new Set(matchesOf(pattern, { ...now.page, names: models.map(({ name }) => name) }));
      const kept = models
        .filter(({ name, isHidden }) => matched.has(name) && !isHidden)
        .map(({ name }) => name);
      if (kept.length === 0) return null;
      return `${count(kept.length, 'model')} that ${code(pattern)} matches ${kept.length === 1 ? 'stays' : 'stay'} visible by a whitelist rule, which wins: ${nameList(kept)}.`;
    },
  };
}

/** Says so when older whitelist rules keep more visible than was asked for. */
function othersKept(patterns: readonly string[], page: PageView): string | null {
  if (page.models.kind !== 'listed' || !page.ignore.includes('*')) return null;
  const names = page.models.models.filter((model) => !model.isHidden).map((model) => model.name);
  const asked = new Set(patterns.flatMap((pattern) => matchesOf(pattern, { ...page, names })));
  const others = names.filter((name) => !asked.has(name));
  if (others.length === 0) return null;
  return `Older whitelist rules keep ${count(others.length, 'other model')} visible: ${nameList(others)}. Remove those rules if ${others.length === 1 ? 'it' : 'they'} should be hidden too.`;
}
