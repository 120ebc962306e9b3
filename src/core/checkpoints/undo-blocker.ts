import type { Json } from '../json';
import type { Checkpoint } from '../records/checkpoint';
import { changeLabel } from './checkpoint-label';
import { type MergeConflict, mergeStates } from './merge-states';
import { checkpointMissing, type RollbackInputs } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';
import { valueText } from './value-text';

/** A place where a later change keeps an earlier one from being undone. */
export interface UndoBlocker {
  /** JSON pointer into the page's restorable state. */
  path: string;
  /** What the page has there now, and what the undo would have to put there, as text. */
  page: string;
  wanted: string;
  /** The later change in the way; null if it was made on the page at no checkpoint: by hand, or by going to another view. */
  change: { label: string; atMs: number } | null;
}

/**
 * Finds the later change that stands in the way of an undo in one place. Behind the response the page went through
 * a row of states: before each later checkpoint's changes, and now. As the response left it, the undo works; now it
 * doesn't. Bisecting finds a step from one to the other, reading a dozen states of ten thousand.
 */
export async function findUndoBlocker(
  deps: RollbackDeps,
  situation: RollbackInputs,
  after: Json,
  { path, mine, theirs }: MergeConflict,
): Promise<UndoBlocker> {
  const { checkpoint, before } = situation;
  const laterIds = await deps.checkpointStore.laterIds(checkpoint.chatId, checkpoint.sequence);
  const isInTheWay = (page: Json) =>
    mergeStates(after, before, page).conflicts.some((conflict) => conflict.path === path);

  let last: Checkpoint | null = null;
  let low = -1;
  let high = laterIds.length;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const later = await deps.checkpointStore.byId(laterIds[middle] ?? '');
    if (later === null) throw checkpointMissing();
    if (isInTheWay(await deps.checkpoints.stateOf(later))) {
      high = middle;
    } else {
      low = middle;
      last = later;
    }
  }
  const change = last !== null && (await changedIt(deps, last, isInTheWay)) ? last : null;
  return {
    path,
    page: valueText(theirs),
    wanted: valueText(mine),
    change: change === null ? null : { label: changeLabel(change), atMs: change.createdAtMs },
  };
}

/** Whether it was the changes that the checkpoint precedes, and not what was done on the page between them and the next one. */
async function changedIt(
  deps: RollbackDeps,
  checkpoint: Checkpoint,
  isInTheWay: (page: Json) => boolean,
): Promise<boolean> {
  const left = await deps.checkpoints.stateAfter(checkpoint);
  return left === null || isInTheWay(left);
}
