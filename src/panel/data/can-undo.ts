import type { CheckpointEntry } from '@/src/schema/checkpoint';
import type { RollbackMessage } from '@/src/schema/message';

/**
 * True if a checkpoint belongs to an answer whose calls changed the page's state, which a save doesn't, and if no undo has reverted
 * them.
 */
export function canUndo(
  { id, reason, calls, stateHash, after }: CheckpointEntry,
  rollbacks: readonly RollbackMessage[],
): boolean {
  if (reason !== 'before-changes' || after?.stateHash === stateHash) return false;
  const isUndone = rollbacks.some(({ kind, checkpointId }) => kind === 'undo' && checkpointId === id);
  return !isUndone && calls.some(({ success }) => success === true);
}
