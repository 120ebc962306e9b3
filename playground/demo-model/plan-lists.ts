import type { RuleKind } from '../filter/decide';
import type { Intent, Shown, Target, Topic } from './intent';
import { listCalls } from './list-calls';
import { answer, callItem, type PlanContext, type PlanItem, problem, wholeCall } from './plan-item';
import { planMatch } from './plan-match';
import { planStatus } from './plan-status';
import { resolveTarget } from './resolve-target';
import { code } from './sentence';

const TOPICS: Readonly<Record<Shown, Topic>> = {
  all: 'overview',
  visible: 'visible',
  hidden: 'hidden',
  kept: 'rules',
  unmatched: 'visible',
};

/** Lists models, a page at a time; without the tool for it, what the page state tells. */
export function planList(
  { show, isByRule, targets }: Extract<Intent, { kind: 'list' }>,
  context: PlanContext,
): PlanItem[] {
  const patterns = targets.filter(({ kind }) => kind === 'pattern');
  if (patterns.length > 0) return planMatch(patterns, context);
  if (!context.tools.has('list_models')) {
    return show === 'all' && targets.length > 0
      ? planMatch(targets, context)
      : planStatus(TOPICS[show], targets, context);
  }
  return listCalls({ show, isByRule, targets }, context);
}

/** Tools that give a list part by part. */
const LISTS = ['list_models', 'list_rules'] as const;

/** Goes on with the last list of this conversation. */
export function planNextPage({ earlierCalls, tools }: PlanContext): PlanItem[] {
  const last = earlierCalls.findLast(
    ({ call, outcome }) => LISTS.some((name) => name === call.name) && outcome.kind === 'success',
  );
  const list = LISTS.find((name) => name === last?.call.name && tools.has(name));
  if (last === undefined || last.outcome.kind !== 'success' || list === undefined) {
    return [problem('There is no list to go on with. Write "list the hidden models", for example.')];
  }
  const { next_offset: offset, provider } = last.outcome.data;
  if (typeof offset !== 'number') return [answer('That was the end of the list.')];
  // The page may show another provider by now.
  const values = { ...last.call.arguments, ...(typeof provider === 'string' ? { provider } : {}), offset };
  return [wholeCall(list, values, 'The list that I began goes on, so I ask for its next part.')];
}

/** What rules would do, without adding them; without the tool for it, which models they match. */
export function planPreview(list: RuleKind, targets: Target[], context: PlanContext): PlanItem[] {
  if (!context.tools.has('preview_rules')) return planMatch(targets, context);
  const results = targets.map((target) => resolveTarget(target, context));
  const obstacles = results.flatMap((result) => ('item' in result ? [result.item] : []));
  if (obstacles.length > 0) return obstacles;
  const patterns = results.flatMap((result) =>
    'resolved' in result ? [result.resolved.choice.pattern] : [],
  );
  return [
    callItem(
      context,
      'preview_rules',
      { [list]: patterns, mode: 'merge' },
      `The question is what the ${list} rule ${patterns.map(code).join(', ')} would do; that can be seen without adding it.`,
    ),
  ];
}
