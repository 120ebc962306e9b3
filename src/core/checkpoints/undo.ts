import type { StateDifference } from '@/src/schema/change';
import { outsideEffectBefore, previewBasis } from '../adapter/saving';
import { StewardError } from '../errors';
import { callLabel } from '../tools/call-label';
import { linesOf } from '../tools/call-words';
import { changeLabel } from './checkpoint-label';
import { computeUndo } from './compute-undo';
import type { ReversalKind } from './reversal';
import { readRollbackInputs } from './rollback-inputs';
import { savedByResponse } from './saved-since';
import type { UndoBlocker } from './undo-blocker';

/** The preview of undoing one response's changes. The conversation stays unchanged. */
export interface UndoPreview {
  kind: 'undo';
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

/** Undoes only one response's changes. Its preview also rejects with `not-found` if there is nothing to undo. */
export const undo: ReversalKind<{ checkpointId: string }, UndoPreview> = {
  renewal: 'Choose the checkpoint again to see what it would do now.',

  async preview(deps, chatId, { checkpointId }) {
    const inputs = await readRollbackInputs(deps, chatId, checkpointId);
    const outcome = await computeUndo(deps, inputs);
    return {
      kind: 'undo',
      stateHash: previewBasis(inputs.adapter, inputs.reading),
      differences: outcome.kind === 'possible' ? inputs.adapter.diffState(inputs.now, outcome.state) : [],
      isExact: outcome.isExact,
      obstacles: outcome.kind === 'possible' ? [] : outcome.blockers,
      savedNote: outsideEffectBefore(inputs.adapter, inputs.reading.context),
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
        return {
          state: outcome.state,
          calls: checkpoint.calls,
          facts: async ({ after }) => ({
            checkpointId,
            description: changeLabel(checkpoint, linesOf(adapter.tools)),
            savedSince: await savedByResponse(deps, inputs, checkpoint, after),
            moved: null,
            run: null,
            carried: null,
            forAudit: { subject: changeLabel(checkpoint, callLabel), request: { checkpointId } },
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
      `${path}: page ${page}, wanted ${wanted}; changed by ${change?.label ?? 'hand'}`,
  );
  return new StewardError('conflict', 'A later change blocks this undo.', {
    remedy: 'Undo the later change first, or roll back to before both.',
    details: named.join('\n'),
  });
}
