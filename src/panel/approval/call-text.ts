import type { ApprovalCall } from '@/src/core/records/approval';
import { spellOut } from '@/src/core/text/foreign-text';
import { callLabel } from '@/src/core/tools/call-label';
import { count, countOf } from '../text/count';
import { type CallState, type CardState, callStateOf, isEdited, shownArguments } from './card-state';

/** The approval request in one line, with the user's edits. `isPlan`: the calls are a plan made in plan mode. */
export function approvalTitle(open: readonly ApprovalCall[], cardState: CardState, isPlan: boolean): string {
  const [call, ...others] = open;
  if (isPlan) return `Apply the plan of ${count(open.length, 'change')}?`;
  if (call !== undefined && others.length === 0) {
    const callState = callStateOf(cardState, call.executionId);
    return isEdited(call, callState) ? `Run ${shownLabel(call, callState)}?` : spellOut(call.question);
  }
  return `${countOf(open.length, 'change is', 'changes are')} proposed`;
}

/** Notes below the title: calls already decided, and calls listed below. Empty if there are none. */
export function headNote(calls: readonly ApprovalCall[], open: readonly ApprovalCall[]): string {
  const decided = calls.filter(({ decision }) => decision !== null).length;
  return [
    decided === 0 ? [] : `${countOf(decided, 'call is', 'calls are')} decided already.`,
    open.length === 1 ? [] : 'Each call is listed below.',
  ]
    .flat()
    .join(' ');
}

/** A call's label with the user's edits. */
export function shownLabel(call: ApprovalCall, callState: CallState): string {
  return spellOut(
    isEdited(call, callState) ? callLabel(call.tool, shownArguments(call, callState)) : call.label,
  );
}
