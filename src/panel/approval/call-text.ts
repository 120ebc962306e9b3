import type { ApprovalCall } from '@/src/core/records/approval';
import { spellOut } from '@/src/core/text/foreign-text';
import { callLabel } from '@/src/core/tools/call-label';
import { count } from '../text/count';
import { type CallState, type CardState, callStateOf, isEdited, shownArguments } from './card-state';

/** What is asked, in one line; of a call that the user edited, as they have it. `isPlan`: the assistant planned it first. */
export function approvalTitle(open: readonly ApprovalCall[], cardState: CardState, isPlan: boolean): string {
  const [call, ...others] = open;
  if (isPlan) return `Apply the plan of ${count(open.length, 'change')}?`;
  if (call !== undefined && others.length === 0) {
    const callState = callStateOf(cardState, call.executionId);
    return isEdited(call, callState) ? `Run ${shownLabel(call, callState)}?` : spellOut(call.question);
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
export function shownLabel(call: ApprovalCall, callState: CallState): string {
  return spellOut(
    isEdited(call, callState) ? callLabel(call.tool, shownArguments(call, callState)) : call.label,
  );
}
