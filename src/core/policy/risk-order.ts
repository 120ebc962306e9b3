import type { StateDifference } from '@/src/schema/change';
import type { CallDryRun } from '@/src/schema/dry-run';

/**
 * Risks of a call, the greatest first. `others`: people other than the page's user notice it, or Steward can't undo it.
 * `removal`: it removes something. `availability`: it changes what is available. `none`: none of these.
 */
export const CALL_RISKS = ['others', 'removal', 'availability', 'none'] as const;

export type CallRisk = (typeof CALL_RISKS)[number];

/** The risk of a call, and the number of items at risk. `dryRun` is null for a call without a dry run. */
export function riskOf(dryRun: CallDryRun | null): { risk: CallRisk; amount: number } {
  if (dryRun === null || dryRun.kind === 'failure') return { risk: 'none', amount: 0 };
  const { warning, effects, differences, notes } = dryRun.preview;
  const affected = effects.reduce((sum, { total }) => sum + total, 0);
  if (warning !== undefined || notes.some(({ topic }) => topic === 'others')) {
    return { risk: 'others', amount: affected };
  }
  const removed = differences.filter(({ kind }) => kind === 'removed').length;
  if (removed > 0) return { risk: 'removal', amount: removed };
  return affected > 0
    ? { risk: 'availability', amount: affected }
    : { risk: 'none', amount: differences.length };
}

/** Sorts entries by their call's risk, the greatest first. The order of equal ones is kept. */
export function riskiestCallsFirst<Entry>(
  entries: readonly Entry[],
  dryRunOf: (entry: Entry) => CallDryRun | null,
): Entry[] {
  return entries
    .map((entry) => ({ entry, ...riskOf(dryRunOf(entry)) }))
    .sort((a, b) => CALL_RISKS.indexOf(a.risk) - CALL_RISKS.indexOf(b.risk) || b.amount - a.amount)
    .map(({ entry }) => entry);
}

const DIFFERENCE_RISKS: readonly StateDifference['kind'][] = ['removed', 'modified', 'added'];

/** Sorts differences: removed, then modified, then added. The order of equal ones is kept. */
export function riskiestDifferencesFirst<Entry extends Pick<StateDifference, 'kind'>>(
  entries: readonly Entry[],
): Entry[] {
  return [...entries].sort((a, b) => DIFFERENCE_RISKS.indexOf(a.kind) - DIFFERENCE_RISKS.indexOf(b.kind));
}
