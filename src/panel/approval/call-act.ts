import { SEND_MESSAGE } from '@/src/core/records/chat-message';
import type { ApprovalCall } from '@/src/schema/approval';
import type { CallDryRun } from '@/src/schema/dry-run';

/**
 * The act that the user approves. `save`: saves the page. `send`: sends a message. `apply`: applies a change. `run`: runs a tool with
 * unknown effects.
 */
export type CallAct = 'save' | 'send' | 'apply' | 'run';

/** The dry run of an open call; null if it has none. */
export type DryRunOf = (call: ApprovalCall) => CallDryRun | null;

/** UTF-16 units of a quoted text before the rest is folded. */
export const MAX_QUOTED_CHARS = 8_000;

/** The text that a call would send, which the user must be able to read whole before approving; undefined if it sends none. */
export function quotedOf(dryRun: CallDryRun | null): string | undefined {
  return dryRun?.kind === 'change' ? dryRun.preview.quoted : undefined;
}

/** The act of a call, according to its dry run: a call that changes only the saved state is a save. */
export function callAct({ tool }: Pick<ApprovalCall, 'tool'>, dryRun: CallDryRun | null): CallAct {
  if (tool === SEND_MESSAGE) return 'send';
  if (dryRun === null) return 'run';
  if (dryRun.kind === 'failure') return 'apply';
  const { after, stateHashBefore, savedHashBefore } = dryRun;
  if (after === null) return 'run';
  const isSaved = savedHashBefore !== null && after.savedHash !== savedHashBefore;
  return isSaved && after.stateHash === stateHashBefore ? 'save' : 'apply';
}
