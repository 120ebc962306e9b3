import { spellOut } from '@/src/core/text/foreign-text';
import { callLabel } from '@/src/core/tools/call-label';
import type { ApprovalCall } from '@/src/schema/approval';
import type { CallDryRun, ChangePreview, DryRun } from '@/src/schema/dry-run';
import { type Said, say, sentences } from '@/src/schema/values/said';
import { callAct, type DryRunOf } from './call-act';
import { type CallState, type CardState, callStateOf, isEdited, shownArguments } from './card-state';

/** A call in words, with the user's edits. */
export function callWords(call: ApprovalCall, callState: CallState): string {
  return spellOut(
    isEdited(call, callState) ? callLabel(call.tool, shownArguments(call, callState)) : call.label,
  );
}

/** One sentence that says what approving the open calls does: their effect, or that they have none, or else which calls run. */
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

/** The effect of a call in a sentence, or why it would have none. */
export function effectOf(dryRun: CallDryRun): Said {
  return dryRun.kind === 'change'
    ? dryRun.preview.summary
    : say('approval.verdict.nothing', { reason: dryRun.result.message });
}

/** The warning of these dry runs: that of their net effect, or else those of all calls. Empty if there is none. */
export function warningOf({ net, calls }: DryRun): Said {
  if (net.warning !== undefined) return net.warning;
  const warnings = calls.flatMap((dryRun) =>
    dryRun.kind === 'change' && dryRun.preview.warning !== undefined ? [dryRun.preview.warning] : [],
  );
  return sentences(...warnings);
}

/** Notes on the request: that it is a plan, and how many of its calls are already decided. Empty if there are none. */
export function requestNote(calls: readonly ApprovalCall[], isPlan: boolean): Said {
  const decided = calls.filter(({ decision }) => decision !== null).length;
  return sentences(
    isPlan ? say('approval.note.plan') : null,
    decided === 0 ? null : say('approval.note.decided', { count: decided }),
  );
}
