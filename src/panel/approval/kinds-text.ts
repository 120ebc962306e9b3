import { CALL_RISKS, type CallRisk, riskOf } from '@/src/core/policy/risk-order';
import type { StateDifference } from '@/src/core/records/change';
import type { CallDryRun } from '@/src/core/records/dry-run';
import { countOf } from '../text/count';

const KINDS: readonly StateDifference['kind'][] = ['removed', 'modified', 'added'];

/** Counts by kind, e.g. `3 removed, 6 added`. */
export function kindsText(entries: readonly Pick<StateDifference, 'kind'>[]): string {
  return KINDS.flatMap((kind) => {
    const amount = entries.filter((entry) => entry.kind === kind).length;
    return amount === 0 ? [] : [countOf(amount, kind, kind)];
  }).join(', ');
}

const RISK_LABELS = {
  others: 'affecting others',
  removal: 'with removals',
  availability: 'changing what is available',
  none: 'other',
} as const satisfies Record<CallRisk, string>;

/** Counts of calls by risk, e.g. `2 with removals, 978 other`. */
export function risksText(plans: readonly (CallDryRun | null)[]): string {
  return CALL_RISKS.flatMap((risk) => {
    const amount = plans.filter((plan) => riskOf(plan).risk === risk).length;
    return amount === 0 ? [] : [countOf(amount, RISK_LABELS[risk], RISK_LABELS[risk])];
  }).join(', ');
}
