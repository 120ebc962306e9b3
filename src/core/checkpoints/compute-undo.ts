import type { Json } from '@/src/schema/values/json';
import { StewardError } from '../errors';
import { canonicalJson } from '../hash';
import { samePage } from '../records/chat';
import { acceptState } from './accept-state';
import { mergeStates } from './merge-states';
import type { RollbackInputs } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';
import { findUndoBlocker, type UndoBlocker } from './undo-blocker';

/** The outcome of undoing one response's changes. */
export type UndoOutcome =
  | {
      kind: 'possible';
      /** The page without these changes. */
      state: Json;
      isExact: boolean;
    }
  /** Later changes conflict with the undo. */
  | { kind: 'blocked'; blockers: UndoBlocker[]; isExact: boolean };

/**
 * Computes the page's state without the changes of one response, and with all other changes: the change from the state after
 * the response to the state before it, merged with the present state. If the state after the response isn't stored, the next
 * checkpoint's or the last known state is used instead, so that later changes by others may be undone as well (`isExact` is
 * false). Throws `not-found` if there is nothing to undo, `state-refused` if the resulting state is invalid.
 */
export async function computeUndo(deps: RollbackDeps, inputs: RollbackInputs): Promise<UndoOutcome> {
  const { checkpoint, adapter, now, before } = inputs;
  if (checkpoint.reason !== 'before-changes') throw noResponse();
  const recorded = await deps.checkpoints.stateAfter(checkpoint);
  const isExact = recorded !== null;
  const after = recorded ?? (await nextKnownState(deps, inputs));
  const merge = mergeStates(after, before, now);
  if (merge.conflicts.length > 0) {
    const blockers = await Promise.all(
      merge.conflicts.map((conflict) => findUndoBlocker(deps, inputs, after, conflict)),
    );
    return { kind: 'blocked', blockers, isExact };
  }
  const state = acceptState(
    adapter,
    merge.resolve(() => 'theirs'),
  );
  if (canonicalJson(state) === canonicalJson(now)) throw nothingLeft();
  return { kind: 'possible', state, isExact };
}

async function nextKnownState(deps: RollbackDeps, inputs: RollbackInputs): Promise<Json> {
  const { checkpoint, base, now, record } = inputs;
  const [nextId] = await deps.checkpointStore.laterIds(checkpoint.chatId, checkpoint.sequence);
  const next = nextId === undefined ? null : await deps.checkpointStore.byId(nextId);
  if (next !== null && samePage(next.page, record.chat.binding)) return deps.checkpoints.stateOf(next);
  return base ?? now;
}

function noResponse(): StewardError {
  return new StewardError(
    'not-found',
    'This checkpoint doesn’t precede a response whose changes could be undone.',
    {
      remedy: 'Roll back to it instead.',
    },
  );
}

function nothingLeft(): StewardError {
  return new StewardError('not-found', 'The page contains none of this response’s changes any more.', {
    remedy: 'There is nothing to undo here.',
  });
}
