import type { ApprovalCall } from '@/src/core/records/approval';
import { spellOut } from '@/src/core/text/foreign-text';
import { callLabel } from '@/src/core/tools/call-label';
import { count } from '../text/count';
import { type CallWish, isEdited, shownArguments, type Wishes, wishOf } from './card-state';

/** What is asked, in one line; of a call that the user edited, as they have it. `isPlan`: the assistant planned it first. */
export function questionText(open: readonly ApprovalCall[], wishes: Wishes, isPlan: boolean): string {
  const [call, ...others] = open;
  if (isPlan) return `Apply the plan of ${count(open.length, 'change')}?`;
  if (call !== undefined && others.length === 0) {
    const wish = wishOf(wishes, call.executionId);
    return isEdited(call, wish) ? `Run ${shownLabel(call, wish)}?` : spellOut(call.question);
  }
  return `${count(open.length, 'change is', 'changes are')} proposed`;
}

/** What to know before reading on: that there is more below, and what is over. Empty if neither is so. */
export function headNote(calls: readonly ApprovalCall[], open: readonly ApprovalCall[]): string {
  const decided = calls.filter(({ decision }) => decision !== null).length;
  return [
    decided === 0 ? [] : `${count(decided, 'call is', 'calls are')} decided already.`,
    open.length === 1 ? [] : 'Each call stands below.',
  ]
    .flat()
    .join(' ');
}

/** A call as it would run. */
export function shownLabel(call: ApprovalCall, wish: CallWish): string {
  return spellOut(isEdited(call, wish) ? callLabel(call.tool, shownArguments(call, wish)) : call.label);
}
