import { count } from '../text/count';

/** The number of changes lost in a reload, in one sentence. */
export function lostChangesText(amount: number): string {
  return `The page was reloaded: ${count(amount, 'unsaved change')} ${amount === 1 ? 'is' : 'are'} gone.`;
}
