import type { CheckpointEntry } from '@/src/schema/checkpoint';
import type { RollbackMessage } from '@/src/schema/message';

/** True if the checkpoint's calls changed the page's state, which a save doesn't, and no undo has reverted them. */
export function canUndo(
  { id, calls, stateHash, after }: CheckpointEntry,
  rollbacks: readonly RollbackMessage[],
): boolean {
  if (after?.stateHash === stateHash) return false;
  const isUndone = rollbacks.some(({ kind, checkpointId }) => kind === 'undo' && checkpointId === id);
  return !isUndone && calls.some(({ success }) => success === true);
}
