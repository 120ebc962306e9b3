import type { StateDifference } from '../records/change';
import type { CallDryRun } from '../records/dry-run';

/** What a call risks, the greatest first: others are affected at once, something goes, models come and go, anything else. */
export const CALL_RISKS = ['clients', 'removal', 'visibility', 'other'] as const;

export type CallRisk = (typeof CALL_RISKS)[number];

/** The risk of a planned call, and how much of that there is; null where nothing was worked out for it. */
export function riskOf(plan: CallDryRun | null): { risk: CallRisk; amount: number } {
  if (plan === null || plan.kind === 'failure') return { risk: 'other', amount: 0 };
  const { effects, differences, notes } = plan.preview;
  const affected = effects.reduce((sum, { total }) => sum + total, 0);
  if (notes.some(({ topic }) => topic === 'clients')) return { risk: 'clients', amount: affected };
  const removed = differences.filter(({ kind }) => kind === 'removed').length;
  if (removed > 0) return { risk: 'removal', amount: removed };
  return affected > 0
    ? { risk: 'visibility', amount: affected }
    : { risk: 'other', amount: differences.length };
}

/** Entries with the riskiest call first; equal ones keep their order. */
export function riskiestCallsFirst<Entry>(
  entries: readonly Entry[],
  planOf: (entry: Entry) => CallDryRun | null,
): Entry[] {
  return entries
    .map((entry) => ({ entry, ...riskOf(planOf(entry)) }))
    .sort((a, b) => CALL_RISKS.indexOf(a.risk) - CALL_RISKS.indexOf(b.risk) || b.amount - a.amount)
    .map(({ entry }) => entry);
}

const DIFFERENCE_RISKS: readonly StateDifference['kind'][] = ['removed', 'modified', 'added'];

/** Differences with what is removed first, then what is modified; equal ones keep their order. */
export function riskiestDifferencesFirst<Entry extends Pick<StateDifference, 'kind'>>(
  entries: readonly Entry[],
): Entry[] {
  return [...entries].sort((a, b) => DIFFERENCE_RISKS.indexOf(a.kind) - DIFFERENCE_RISKS.indexOf(b.kind));
}
