import { StewardError } from '../errors';
import { canonicalJson } from '../hash';
import type { Json } from '../json';
import { acceptState } from './accept-state';
import { mergeStates } from './merge-states';
import type { RollbackInputs } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';
import { findUndoBlocker, type UndoBlocker } from './undo-blocker';

/** What undoing one response's changes comes to. */
export type UndoOutcome =
  | {
      kind: 'possible';
      /** The page without these changes. */
      state: Json;
      isExact: boolean;
    }
  /** Later changes touched the same; each place is named with what touched it. */
  | { kind: 'obstructed'; blockers: UndoBlocker[]; isExact: boolean };

/**
 * Plans to take back what one response changed and to leave all else as it is: the way back from the page as the
 * response left it to the page before it, merged with the page now. How the response left the page is on record; where
 * it isn't, the next checkpoint or the page as Steward last knew it stands in for it, which may take changes made by
 * hand in between along (`isExact` false).
 * Throws `not-found` if there is nothing to undo, `state-refused` if what would be left is no possible state.
 */
export async function computeUndo(deps: RollbackDeps, situation: RollbackInputs): Promise<UndoOutcome> {
  const { checkpoint, adapter, now, before } = situation;
  if (checkpoint.reason !== 'before-changes') throw noResponse();
  const recorded = await deps.checkpoints.stateAfter(checkpoint);
  const isExact = recorded !== null;
  const after = recorded ?? (await nextKnownState(deps, situation));
  const merge = mergeStates(after, before, now);
  if (merge.conflicts.length > 0) {
    const obstacles = await Promise.all(
      merge.conflicts.map((conflict) => findUndoBlocker(deps, situation, after, conflict)),
    );
    return { kind: 'obstructed', blockers: obstacles, isExact };
  }
  const state = acceptState(
    adapter,
    merge.resolve(() => 'theirs'),
  );
  if (canonicalJson(state) === canonicalJson(now)) throw nothingLeft();
  return { kind: 'possible', state, isExact };
}

async function nextKnownState(deps: RollbackDeps, situation: RollbackInputs): Promise<Json> {
  const { checkpoint, base, now } = situation;
  const [nextId] = await deps.checkpointStore.laterIds(checkpoint.chatId, checkpoint.sequence);
  const next = nextId === undefined ? null : await deps.checkpointStore.byId(nextId);
  if (next !== null) return deps.checkpoints.stateOf(next);
  return base ?? now;
}

function noResponse(): StewardError {
  return new StewardError('not-found', 'This checkpoint precedes no answer whose changes could be undone.', {
    remedy: 'Roll back to it instead.',
  });
}

function nothingLeft(): StewardError {
  return new StewardError('not-found', 'The page shows nothing any more of what this answer changed.', {
    remedy: 'There is nothing to undo here.',
  });
}
