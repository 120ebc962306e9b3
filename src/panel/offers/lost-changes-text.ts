import type { StateDifference } from '@/src/core/records/change';
import { count } from '../text/count';

/** What a reload cost, in one sentence; `differences` is what would bring it back. */
export function lostChangesText(differences: readonly StateDifference[]): string {
  const amount = differences.length;
  const isAllRules = differences.every(({ kind }) => kind === 'added');
  const what = isAllRules
    ? count(amount, 'unsaved rule')
    : count(amount, 'unsaved change to its rules', 'unsaved changes to its rules');
  return `The page was loaded anew: ${what} ${amount === 1 ? 'is' : 'are'} gone.`;
}
