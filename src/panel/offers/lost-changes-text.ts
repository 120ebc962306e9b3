import type { StateDifference } from '@/src/core/records/change';
import { count } from '../text/count';

/** The changes lost in a reload, in one sentence; `differences` are those that restoring would make. */
export function lostChangesText(differences: readonly StateDifference[]): string {
  const amount = differences.length;
  const isAllRules = differences.every(({ kind }) => kind === 'added');
  const what = isAllRules
    ? count(amount, 'unsaved rule')
    : count(amount, 'unsaved change to its rules', 'unsaved changes to its rules');
  return `The page was reloaded: ${what} ${amount === 1 ? 'is' : 'are'} gone.`;
}
