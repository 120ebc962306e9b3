import { assertNever } from '@/src/core/assert-never';
import type { StateDifference } from '@/src/core/records/change';
import { listChanges } from './diff-context';
import {
  type ModelFilterState,
  providersOf,
  RULE_KINDS,
  type RuleKind,
  rulesOf,
} from './model-filter-context';
import { ruleLabel } from './sentence-parts';

/** The differences between two restorable states, one line each, in the order provider, rules, search. */
export function diffState(from: ModelFilterState, to: ModelFilterState): StateDifference[] {
  const differences: StateDifference[] = [];
  if (from.provider !== to.provider) {
    differences.push({ kind: 'modified', text: `provider: ${from.provider} → ${to.provider}` });
  }
  for (const provider of providersOf(from.drafts, to.drafts)) {
    for (const kind of RULE_KINDS) differences.push(...ruleDifferences(from, to, provider, kind));
  }
  if (from.search !== to.search) {
    differences.push({
      kind: 'modified',
      text: `search: ${JSON.stringify(from.search)} → ${JSON.stringify(to.search)}`,
    });
  }
  return differences;
}

function ruleDifferences(
  from: ModelFilterState,
  to: ModelFilterState,
  provider: string,
  kind: RuleKind,
): StateDifference[] {
  const changes = listChanges(rulesOf(from.drafts, provider)[kind], rulesOf(to.drafts, provider)[kind]);
  return changes.map((change): StateDifference => {
    switch (change.type) {
      case 'rule_added':
        return { kind: 'added', text: `${provider}: ${ruleLabel(kind, change.pattern)}` };
      case 'rule_removed':
        return { kind: 'removed', text: `${provider}: ${ruleLabel(kind, change.pattern)}` };
      case 'rules_reordered':
        return { kind: 'modified', text: `${provider}: order of the ${kind} rules` };
      default:
        return assertNever(change);
    }
  });
}
