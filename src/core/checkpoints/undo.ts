import type { StateDifference } from '@/src/schema/change';
import { outsideEffectBefore, previewBasis } from '../adapter/saving';
import { StewardError } from '../errors';
import { computeUndo } from './compute-undo';
import type { ReversalKind } from './reversal';
import { undoEntry } from './reversal-entry';
import { readRollbackInputs } from './rollback-inputs';
import type { UndoBlocker } from './undo-blocker';

/** The preview of undoing one response's changes. The conversation stays unchanged. */
export interface UndoPreview {
  /** Basis of the preview (see previewBasis), to be passed to `perform`. */
  stateHash: string;
  /** The changes of the page; empty if the undo is blocked. */
  differences: StateDifference[];
  /** False if the state after the response isn't stored: the differences may then include changes by others right after it. */
  isExact: boolean;
  /** The later changes that block the undo; empty if it is possible. */
  obstacles: UndoBlocker[];
  savedNote: string;
}

/** Undoes only one response's changes. Its preview rejects with `not-found` also if there is nothing to undo. */
export const undo: ReversalKind<{ checkpointId: string }, UndoPreview> = {
  reason: 'before-undo',
  renewal: 'Choose the checkpoint again to see what it would do now.',

  async preview(deps, chatId, { checkpointId }) {
    const inputs = await readRollbackInputs(deps, chatId, checkpointId);
    const outcome = await computeUndo(deps, inputs);
    return {
      stateHash: previewBasis(inputs.adapter, inputs.reading),
      differences: outcome.kind === 'possible' ? inputs.adapter.diffState(inputs.now, outcome.state) : [],
      isExact: outcome.isExact,
      obstacles: outcome.kind === 'possible' ? [] : outcome.blockers,
      savedNote: outsideEffectBefore(inputs.adapter, inputs.reading.context),
    };
  },

  async read(deps, chatId, { checkpointId }) {
    const inputs = await readRollbackInputs(deps, chatId, checkpointId);
    return {
      inputs,
      async plan() {
        const outcome = await computeUndo(deps, inputs);
        if (outcome.kind === 'blocked') throw blocked(outcome.blockers);
        const { calls } = inputs.checkpoint;
        return { state: outcome.state, calls, entry: (change) => undoEntry(deps, inputs, change) };
      },
    };
  },
};

function blocked(blockers: readonly UndoBlocker[]): StewardError {
  const named = blockers.map(
    ({ path, page, wanted, change }) =>
      // Without a later call of the chat, the change was made by hand.
      `${path}: page ${page}, wanted ${wanted}; changed by ${change?.label ?? 'hand'}`,
  );
  return new StewardError('conflict', 'A later change blocks this undo.', {
    remedy: 'Undo the later change first, or roll back to before both.',
    details: named.join('\n'),
  });
}
