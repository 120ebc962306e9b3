import { SEND_MESSAGE } from '@/src/core/records/chat-message';
import type { ApprovalCall } from '@/src/schema/approval';
import type { CallDryRun } from '@/src/schema/dry-run';

/** The act that a user approves: to save the page, send a message, apply a change, or run a tool with unknown effects. */
export type CallAct = 'save' | 'send' | 'apply' | 'run';

/** The dry run of an open call; null if it has none. */
export type DryRunOf = (call: ApprovalCall) => CallDryRun | null;

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
