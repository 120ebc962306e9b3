import type { StateDifference } from '@/src/schema/change';
import { ruleDifferences } from '../kit/rule-list/rule-lists';
import { type ModelFilterState, providerLists, type RulesByProvider } from './model-filter-context';

/** The differences between two restorable states, one line each, in the order provider, rules, search. */
export function diffState(from: ModelFilterState, to: ModelFilterState): StateDifference[] {
  const modified = (text: string): StateDifference => ({ kind: 'modified', text });
  const searches = `search: ${JSON.stringify(from.search)} → ${JSON.stringify(to.search)}`;
  return [
    ...(from.provider === to.provider ? [] : [modified(`provider: ${from.provider} → ${to.provider}`)]),
    ...diffRules(from.drafts, to.drafts),
    ...(from.search === to.search ? [] : [modified(searches)]),
  ];
}

/** The differences between the rules of two states. */
export function diffRules(from: RulesByProvider, to: RulesByProvider): StateDifference[] {
  return ruleDifferences(providerLists, from, to, ({ provider, kind }) => ({
    owner: provider,
    noun: `${kind} rule`,
  }));
}
