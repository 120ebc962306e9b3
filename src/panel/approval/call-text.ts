import { spellOut } from '@/src/core/text/foreign-text';
import { callLabel } from '@/src/core/tools/call-label';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import type { ApprovalCall } from '@/src/schema/approval';
import { i18n } from '@/src/texts/i18n';
import { type CallState, type CardState, callStateOf, isEdited, shownArguments } from './card-state';

/** The approval request in one line, with the user's edits. `isPlan`: the calls are a plan made in plan mode. */
export function approvalTitle(open: readonly ApprovalCall[], cardState: CardState, isPlan: boolean): string {
  const [call, ...others] = open;
  if (isPlan) return i18n.t('approval.title.plan', open.length, [formatNumber(open.length)]);
  if (call !== undefined && others.length === 0) {
    const callState = callStateOf(cardState, call.executionId);
    return isEdited(call, callState)
      ? i18n.t('approval.title.run', { call: shownLabel(call, callState) })
      : spellOut(call.question);
  }
  return i18n.t('approval.title.proposed', open.length, [formatNumber(open.length)]);
}

/** Notes below the title: calls already decided, and calls listed below. Empty if there are none. */
export function headNote(calls: readonly ApprovalCall[], open: readonly ApprovalCall[]): string {
  const decided = calls.filter(({ decision }) => decision !== null).length;
  return [
    decided === 0 ? [] : i18n.t('approval.note.decided', decided, [formatNumber(decided)]),
    open.length === 1 ? [] : i18n.t('approval.note.listed'),
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
