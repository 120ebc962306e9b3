import type { StateDifference } from '@/src/schema/change';
import type { Json } from '@/src/schema/values/json';
import { type Said, sentences } from '@/src/schema/values/said';
import { effectOfState, outsideEffectBefore, type StateEffect } from '../adapter/saving';
import { type StewardError, textError } from '../errors';
import { isSameJson } from '../hash';
import { samePage } from '../records/chat';
import { stateRefused } from '../shared-errors';
import { english } from '../text/english';
import { linesOf } from '../tools/call-lines';
import { acceptState } from './accept-state';
import { changeLabel } from './checkpoint-label';
import { mergeStates } from './merge-states';
import type { ReversalKind } from './reversal';
import { type RollbackInputs, readRollbackInputs, type ShownBasis, shownBasis } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';
import { savedByResponse } from './saved-since';
import { findUndoBlocker, type UndoBlocker } from './undo-blocker';

/** The preview of undoing one response's changes. The conversation stays unchanged. */
export interface UndoPreview extends ShownBasis {
  kind: 'undo';
  /** The changes of the page; empty if the undo is blocked. */
  differences: StateDifference[];
  /** False if the state after the response isn't stored: the differences may then include changes by others right after it. */
  isExact: boolean;
  /** The later changes that block the undo; empty if it is possible. */
  blockers: UndoBlocker[];
  /** The effect on others (see `effectOfState`); null if the undo is blocked. */
  effect: StateEffect | null;
  savedNote: Said;
}

/** Undoes only one response's changes. Its preview also rejects with `not-found` if there is nothing to undo. */
export const undo: ReversalKind<{ checkpointId: string }, UndoPreview> = {
  basis: ({ stateHash }) => ({ stateHash }),

  async preview(deps, chatId, { checkpointId }) {
    const inputs = await readRollbackInputs(deps, chatId, checkpointId);
    const outcome = await computeUndo(deps, inputs);
    return {
      kind: 'undo',
      ...shownBasis(inputs),
      ...(outcome.kind === 'possible'
        ? {
            differences: inputs.adapter.diffState(inputs.now, outcome.state),
            effect: await effectOfState(inputs.adapter, inputs.reading.context, outcome.state),
            blockers: [],
          }
        : { differences: [], effect: null, blockers: outcome.blockers }),
      isExact: outcome.isExact,
      savedNote: sentences(
        outsideEffectBefore(inputs.adapter, inputs.reading.context),
        ...inputs.notRestored,
      ),
    };
  },

  async read(deps, chatId, { checkpointId }) {
    const inputs = await readRollbackInputs(deps, chatId, checkpointId);
    const { checkpoint, adapter } = inputs;
    return {
      inputs,
      async prepare() {
        const outcome = await computeUndo(deps, inputs);
        if (outcome.kind === 'blocked') throw blocked(outcome.blockers);
        const description = changeLabel(checkpoint, linesOf(adapter.tools));
        return {
          state: outcome.state,
          calls: checkpoint.calls,
          facts: async ({ after }) => ({
            checkpointId,
            description,
            savedSince: await savedByResponse(deps, inputs, checkpoint, after),
            moved: null,
            run: null,
            carried: null,
            forAudit: { subject: english(description), request: { checkpointId } },
          }),
        };
      },
    };
  },
};

function blocked(blockers: readonly UndoBlocker[]): StewardError {
  const named = blockers.map(
    ({ path, page, wanted, change }) =>
      // Without a later call of the chat, the change was made by hand.
      `${path}: page ${english(page)}, wanted ${english(wanted)}; changed by ${english(change?.label ?? 'hand')}`,
  );
  return textError('conflict', 'error.checkpoints.undoBlocked', { details: named.join('\n') });
}

type UndoOutcome =
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
async function computeUndo(deps: RollbackDeps, inputs: RollbackInputs): Promise<UndoOutcome> {
  const { checkpoint, adapter, now, before } = inputs;
  if (checkpoint.reason !== 'before-changes') {
    throw textError('not-found', 'error.checkpoints.noResponse');
  }
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
  if (isSameJson(state, now)) throw nothingToUndo(inputs);
  return { kind: 'possible', state, isExact };
}

/** The error for an undo that would change nothing: the page can't take the earlier state now, or has it already. */
function nothingToUndo({ notRestored }: RollbackInputs): StewardError {
  return notRestored.length === 0
    ? textError('not-found', 'error.checkpoints.nothingToUndo')
    : stateRefused(sentences(...notRestored), {});
}

async function nextKnownState(deps: RollbackDeps, inputs: RollbackInputs): Promise<Json> {
  const { checkpoint, base, now, record } = inputs;
  const [nextId] = await deps.checkpointStore.laterIds(checkpoint.chatId, checkpoint.sequence);
  const next = nextId === undefined ? null : await deps.checkpointStore.byId(nextId);
  if (next !== null && samePage(next.page, record.chat.binding)) return deps.checkpoints.stateOf(next);
  return base ?? now;
}
