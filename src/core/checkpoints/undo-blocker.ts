import type { Checkpoint } from '@/src/schema/checkpoint';
import type { Json } from '@/src/schema/values/json';
import type { Said } from '@/src/schema/values/said';
import { linesOf } from '../tools/call-lines';
import { changeLabel } from './checkpoint-label';
import { type MergeConflict, mergeStates } from './merge-states';
import { checkpointMissing, type RollbackInputs } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';
import { valueText } from './value-text';

/** A place where a later change blocks the undo of an earlier one. */
export interface UndoBlocker {
  /** JSON pointer into the page's restorable state. */
  path: string;
  /** The page's value there, and the value that the undo would have to set, as text. */
  page: Said;
  wanted: Said;
  /** The later change; null if it has no checkpoint, because it was made by hand or by navigation. */
  change: { label: Said; atMs: number } | null;
}

/**
 * Finds the later change that blocks an undo in one place. The states of the later checkpoints, and the present one, are the
 * page's states after the response. The undo is possible in the state right after the response, and not in the present
 * state, so a binary search finds the change that blocks it, and rebuilds only a dozen of ten thousand states.
 */
export async function findUndoBlocker(
  deps: RollbackDeps,
  inputs: RollbackInputs,
  after: Json,
  { path, mine, theirs }: MergeConflict,
): Promise<UndoBlocker> {
  const { checkpoint, before, adapter } = inputs;
  const laterIds = await deps.checkpointStore.laterIds(checkpoint.chatId, checkpoint.sequence);
  const isBlockedIn = (page: Json) =>
    mergeStates(after, before, page).conflicts.some((conflict) => conflict.path === path);

  let last: Checkpoint | null = null;
  let low = -1;
  let high = laterIds.length;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const later = await deps.checkpointStore.byId(laterIds[middle] ?? '');
    if (later === null) throw checkpointMissing();
    if (isBlockedIn(await deps.checkpoints.stateOf(later))) {
      high = middle;
    } else {
      low = middle;
      last = later;
    }
  }
  const change = last !== null && (await isBlockedBy(deps, last, isBlockedIn)) ? last : null;
  return {
    path,
    page: valueText(theirs),
    wanted: valueText(mine),
    change:
      change === null
        ? null
        : { label: changeLabel(change, linesOf(adapter.tools)), atMs: change.createdAtMs },
  };
}

/** True if the undo is blocked by the changes that follow the checkpoint, rather than by changes made by hand after them. */
async function isBlockedBy(
  deps: RollbackDeps,
  checkpoint: Checkpoint,
  isBlockedIn: (page: Json) => boolean,
): Promise<boolean> {
  const left = await deps.checkpoints.stateAfter(checkpoint);
  return left === null || isBlockedIn(left);
}
