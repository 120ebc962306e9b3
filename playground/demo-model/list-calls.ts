import type { Shown, Target } from './intent';
import { callItem, type PlanContext, type PlanItem } from './plan-item';

/** So many names fit an answer. */
const PAGE_SIZE = 50;

/** Calls that list the first part of a provider's models: one for each family that is named, else one for all. */
export function listCalls(
  { show, isByRule, targets }: { show: Shown; isByRule: boolean; targets: readonly Target[] },
  context: PlanContext,
): PlanItem[] {
  const words = targets.flatMap((target) => (target.kind === 'phrase' ? [target.words.join('-')] : []));
  return (words.length === 0 ? [null] : words).map((contains) =>
    callItem(
      context,
      'list_models',
      {
        show,
        ...(contains === null ? {} : { contains }),
        ...(isByRule ? { sort: 'rule' } : {}),
        limit: PAGE_SIZE,
      },
      `The request asks for names, so I list up to ${PAGE_SIZE} of them.`,
    ),
  );
}

/** A call for the first part of a provider's rules, for questions that the page state can't answer. */
export function ruleListCall(context: PlanContext): PlanItem {
  const reason = 'The page state doesn’t list these rules, so I look them up.';
  return callItem(context, 'list_rules', { limit: PAGE_SIZE }, reason);
}
