import { CALL_RISKS, type CallRisk, riskOf } from '@/src/core/policy/risk-order';
import { KIND_COUNTS } from '@/src/panel/kit/differences/difference-list';
import type { StateDifference } from '@/src/schema/change';
import type { CallDryRun } from '@/src/schema/dry-run';
import { i18n } from '@/src/texts/i18n';

const KINDS: readonly StateDifference['kind'][] = ['removed', 'modified', 'added'];

/** Counts by kind, e.g. `3 removed, 6 added`. */
export function kindsText(entries: readonly Pick<StateDifference, 'kind'>[]): string {
  return KINDS.flatMap((kind) => {
    const amount = entries.filter((entry) => entry.kind === kind).length;
    return amount === 0 ? [] : [i18n.t(KIND_COUNTS[kind], { count: amount })];
  }).join(', ');
}

const RISK_COUNTS = {
  others: 'approval.risk.others',
  removal: 'approval.risk.removal',
  availability: 'approval.risk.availability',
  none: 'approval.risk.none',
} as const satisfies Record<CallRisk, string>;

/** Counts of calls by risk, e.g. `2 with removals, 978 other`. */
export function risksText(dryRuns: readonly (CallDryRun | null)[]): string {
  return CALL_RISKS.flatMap((risk) => {
    const amount = dryRuns.filter((dryRun) => riskOf(dryRun).risk === risk).length;
    return amount === 0 ? [] : [i18n.t(RISK_COUNTS[risk], { count: amount })];
  }).join(', ');
}
