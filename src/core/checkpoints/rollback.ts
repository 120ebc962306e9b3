import type { StateDifference } from '@/src/schema/change';
import { outsideEffectBefore, previewBasis } from '../adapter/saving';
import { StewardError } from '../errors';
import type { UserConsent } from '../policy/user-consent';
import { changePage } from './change-page';
import { computeUndo } from './compute-undo';
import { type ConversationCut, conversationCut, isSpoken } from './conversation-cut';
import { rollbackEntry, undoEntry } from './create-rollback-entry';
import { type DeltaDescription, describeDelta } from './describe-delta';
import { assertReady, type RollbackInputs, readRollbackInputs } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';
import {
  type ManualChanges,
  manualChangesOf,
  type RollbackStrategy,
  rollbackState,
} from './rollback-strategy';
import type { UndoBlocker } from './undo-blocker';

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

/** The preview of undoing one response's changes. The conversation stays unchanged. */
export interface UndoPreview {
  /** Likewise, to be passed to `undo`. */
  stateHash: string;
  /** The changes of the page; empty if the undo is blocked. */
  differences: StateDifference[];
  /** False if the state after the response isn't stored: the differences may then include changes by others right after it. */
  isExact: boolean;
  /** The later changes that block the undo; empty if it is possible. */
  obstacles: UndoBlocker[];
  savedNote: string;
}

/**
 * Rolls page and conversation back to a checkpoint, or undoes only one response's changes. Both can be undone. All methods
 * reject with `not-found` for a checkpoint that isn't listed.
 */
export interface Rollback {
  preview(chatId: string, checkpointId: string): Promise<RollbackPreview>;
  /**
   * Rejects with `page-changed` if the page is no longer in the previewed state, `busy` during a run, `conflict` if changes by
   * others are to be kept and a conflict is unresolved, `state-refused` if the page doesn't accept the state, `write-refused`
   * without the user's consent. After any of these, page and messages are unchanged. If the page doesn't answer (`timeout`),
   * or its previous state can't be restored (`state-refused`), only the messages are unchanged, and the error describes the
   * page. Returns the text of the user's message that was set aside if the composer has it now, else null.
   */
  perform(
    chatId: string,
    checkpointId: string,
    expectedStateHash: string,
    strategy: RollbackStrategy,
    consent: UserConsent,
  ): Promise<{ composerText: string | null }>;
  /** Rejects with `not-found` also if there is nothing to undo. */
  previewUndo(chatId: string, checkpointId: string): Promise<UndoPreview>;
  /** Rejects like `perform`, with `conflict` if a later change blocks the undo. */
  undo(chatId: string, checkpointId: string, expectedStateHash: string, consent: UserConsent): Promise<void>;
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

export function createRollback(deps: RollbackDeps): Rollback {
  return {
    async preview(chatId, checkpointId) {
      const inputs = await readRollbackInputs(deps, chatId, checkpointId);
      return rollbackPreview(inputs, conversationCut(inputs.record.messages, inputs.checkpoint));
    },

    async perform(chatId, checkpointId, expectedStateHash, strategy, consent) {
      const inputs = await readRollbackInputs(deps, chatId, checkpointId);
      assertReady(inputs, expectedStateHash);
      const state = rollbackState(inputs, strategy);
      const cut = conversationCut(inputs.record.messages, inputs.checkpoint);
      const safetyOf = { reason: 'before-rollback' as const, calls: [] };
      const isInComposer = await changePage(deps, inputs, state, safetyOf, consent, (change) =>
        rollbackEntry(deps, inputs, { cut, strategy: strategy.strategy }, change),
      );
      return { composerText: isInComposer ? (cut.givenBack?.text ?? null) : null };
    },

    async previewUndo(chatId, checkpointId) {
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

    async undo(chatId, checkpointId, expectedStateHash, consent) {
      const inputs = await readRollbackInputs(deps, chatId, checkpointId);
      assertReady(inputs, expectedStateHash);
      const outcome = await computeUndo(deps, inputs);
      if (outcome.kind === 'blocked') throw blocked(outcome.blockers);
      const { calls } = inputs.checkpoint;
      await changePage(deps, inputs, outcome.state, { reason: 'before-undo', calls }, consent, (change) =>
        undoEntry(deps, inputs, change),
      );
    },
  };
}

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
