import { CALL_RISKS, type CallRisk, riskOf } from '@/src/core/policy/risk-order';
import type { StateDifference } from '@/src/core/records/change';
import type { CallDryRun } from '@/src/core/records/dry-run';
import { count } from '../text/count';

const KINDS: readonly StateDifference['kind'][] = ['removed', 'modified', 'added'];

/** How many of each kind there are, e.g. `3 removed, 6 added`. */
export function kindsText(entries: readonly Pick<StateDifference, 'kind'>[]): string {
  return KINDS.flatMap((kind) => {
    const amount = entries.filter((entry) => entry.kind === kind).length;
    return amount === 0 ? [] : [count(amount, kind, kind)];
  }).join(', ');
}

const RISK_WORDS = {
  clients: 'reaching clients',
  removal: 'with removals',
  visibility: 'changing what is visible',
  other: 'without either',
} as const satisfies Record<CallRisk, string>;

/** How many calls there are of each risk, e.g. `2 with removals, 978 without either`. */
export function risksText(plans: readonly (CallDryRun | null)[]): string {
  return CALL_RISKS.flatMap((risk) => {
    const amount = plans.filter((plan) => riskOf(plan).risk === risk).length;
    return amount === 0 ? [] : [count(amount, RISK_WORDS[risk], RISK_WORDS[risk])];
  }).join(', ');
}
