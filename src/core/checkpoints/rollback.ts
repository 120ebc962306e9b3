import type { StateDifference } from '@/src/schema/change';
import { outsideEffectBefore, previewBasis } from '../adapter/saving';
import { type ConversationCut, conversationCut, isSpoken } from './conversation-cut';
import { type DeltaDescription, describeDelta } from './describe-delta';
import type { ReversalKind } from './reversal';
import { rollbackEntry } from './reversal-entry';
import { type RollbackInputs, readRollbackInputs } from './rollback-inputs';
import {
  type ManualChanges,
  manualChangesOf,
  type RollbackStrategy,
  rollbackState,
} from './rollback-strategy';

/** The preview of a rollback. */
export interface RollbackPreview extends ManualChanges {
  /** Basis of the preview (see previewBasis), to be passed to `perform`. */
  stateHash: string;
  /** The changes of the page with the strategy `replace`. */
  differences: StateDifference[];
  /** The same, by path. */
  delta: DeltaDescription;
  messagesSetAside: number;
  messagesBroughtBack: number;
  /** The effect on what is saved, in one sentence. */
  savedNote: string;
}

/** The preview of a rollback that moves these messages. */
export function rollbackPreview(inputs: RollbackInputs, cut: ConversationCut): RollbackPreview {
  const { adapter, reading, now, before } = inputs;
  return {
    stateHash: previewBasis(adapter, reading),
    differences: adapter.diffState(now, before),
    delta: describeDelta(now, before),
    ...manualChangesOf(inputs),
    messagesSetAside: cut.setAside.filter(isSpoken).length,
    messagesBroughtBack: cut.bringBack.filter(isSpoken).length,
    savedNote: outsideEffectBefore(adapter, reading.context),
  };
}

/** Rolls page and conversation back to a checkpoint. */
export const rollback: ReversalKind<
  { checkpointId: string; strategy: RollbackStrategy },
  RollbackPreview,
  { checkpointId: string }
> = {
  reason: 'before-rollback',
  renewal: 'Choose the checkpoint again to see what it would do now.',

  async preview(deps, chatId, { checkpointId }) {
    const inputs = await readRollbackInputs(deps, chatId, checkpointId);
    return rollbackPreview(inputs, conversationCut(inputs.record.messages, inputs.checkpoint));
  },

  async read(deps, chatId, { checkpointId, strategy }) {
    const inputs = await readRollbackInputs(deps, chatId, checkpointId);
    return {
      inputs,
      async plan() {
        const cut = conversationCut(inputs.record.messages, inputs.checkpoint);
        return {
          state: rollbackState(inputs, strategy),
          calls: [],
          entry: (change) => rollbackEntry(deps, inputs, { cut, strategy: strategy.strategy }, change),
        };
      },
    };
  },
};
