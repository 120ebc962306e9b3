import { CALL_RISKS, riskOf } from '@/src/core/policy/risk-order';
import type { CallDryRun } from '@/src/schema/dry-run';
import { type SaidText, say } from '@/src/schema/values/said';

/** Numbers of calls by risk, e.g. `2 with removals and 978 other`. */
export function risksOf(dryRuns: readonly (CallDryRun | null)[]): SaidText {
  const items = CALL_RISKS.flatMap((risk) => {
    const count = dryRuns.filter((dryRun) => riskOf(dryRun).risk === risk).length;
    return count === 0 ? [] : [say(`approval.risk.${risk}`, { count })];
  });
  return say('common.list', { items });
}
