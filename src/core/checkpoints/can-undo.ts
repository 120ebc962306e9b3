import type { CheckpointCall, CheckpointEntry } from '@/src/schema/checkpoint';
import type { RollbackMessage } from '@/src/schema/message';

/**
 * True if the calls after the checkpoint changed the page's state and no undo has reverted them. A save alone doesn't change that state,
 * and a call that failed may have changed part of it.
 */
export function canUndo(
  { id, reason, calls, stateHash, after }: CheckpointEntry,
  rollbacks: readonly RollbackMessage[],
): boolean {
  if (reason !== 'before-changes' || after?.stateHash === stateHash) return false;
  const isUndone = rollbacks.some(({ kind, checkpointId }) => kind === 'undo' && checkpointId === id);
  return !isUndone && calls.some(madeChange);
}

/** True for a call that made its change, or a part of it. */
function madeChange({ success, isPartial }: CheckpointCall): boolean {
  return success === true || isPartial === true;
}

/** Number of changes that an undo of the checkpoint takes back; at least one, because the outcome of a call may be unknown. */
export function changeCount({ calls }: Pick<CheckpointEntry, 'calls'>): number {
  return Math.max(1, calls.filter(madeChange).length);
}
