import { spellOut } from '@/src/core/text/foreign-text';
import { callLabel } from '@/src/core/tools/call-label';
import type { ApprovalCall } from '@/src/schema/approval';
import type { CallDryRun, ChangePreview, DryRun } from '@/src/schema/dry-run';
import { type Said, say, sentences } from '@/src/schema/values/said';
import { callAct, type DryRunOf } from './call-act';
import { type CallState, type CardState, callStateOf, isEdited, shownArguments } from './card-state';

/** Tool and arguments of a call as text, with the user's edits. */
export function callWords(call: ApprovalCall, callState: CallState): string {
  return spellOut(
    isEdited(call, callState) ? callLabel(call.tool, shownArguments(call, callState)) : call.label,
  );
}

/**
 * A sentence that says what approving the open calls does: their effect, or that they have none, or, if the effect is unknown, which calls
 * run.
 */
export function verdictOf(
  open: readonly ApprovalCall[],
  cardState: CardState,
  net: ChangePreview,
  dryRunOf: DryRunOf,
): Said {
  const [call, ...others] = open;
  if (call === undefined) return net.summary;
  const isUnknown = open.every((each) => callAct(each, dryRunOf(each)) === 'run');
  if (others.length > 0) {
    return isUnknown ? say('approval.verdict.calls', { count: open.length }) : net.summary;
  }
  const dryRun = dryRunOf(call);
  if (dryRun !== null && !isUnknown) return effectOf(dryRun);
  const callState = callStateOf(cardState, call.executionId);
  return isEdited(call, callState)
    ? say('approval.verdict.call', { call: callWords(call, callState) })
    : call.question;
}

/** A sentence with the effect of a call, or with the reason why it would have none. */
export function effectOf(dryRun: CallDryRun): Said {
  return dryRun.kind === 'change'
    ? dryRun.preview.summary
    : say('approval.verdict.nothing', { reason: dryRun.result.message });
}

/** The warning about their combined effect, or else the warnings about single calls. Empty if there is none. */
export function warningOf({ net, calls }: DryRun): Said {
  if (net.warning !== undefined) return net.warning;
  const warnings = calls.flatMap((dryRun) =>
    dryRun.kind === 'change' && dryRun.preview.warning !== undefined ? [dryRun.preview.warning] : [],
  );
  return sentences(...warnings);
}

/** Notes on the request: that it is a plan, and how many of its calls are decided already. Empty if neither applies. */
export function requestNote(calls: readonly ApprovalCall[], isPlan: boolean): Said {
  const decided = calls.filter(({ decision }) => decision !== null).length;
  return sentences(
    isPlan ? say('approval.note.plan') : null,
    decided === 0 ? null : say('approval.note.decided', { count: decided }),
  );
}
