import { StewardError } from '../errors';
import type { UserConsent } from '../policy/user-consent';
import type { StateDifference } from '../records/change';
import { changePage } from './change-page';
import { computeUndo } from './compute-undo';
import { conversationCut, isSpoken } from './conversation-cut';
import { rollbackEntry, undoEntry } from './create-rollback-entry';
import { type DeltaDescription, describeDelta } from './describe-delta';
import { assertReady, readRollbackInputs } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';
import {
  type ManualChanges,
  manualChangesOf,
  type RollbackStrategy,
  rollbackState,
} from './rollback-strategy';
import type { UndoBlocker } from './undo-blocker';

/** What a rollback would do. */
export interface RollbackPreview extends ManualChanges {
  /** Hash of the page's state now; the rollback itself must be given it back. */
  stateHash: string;
  /** What would change on the page if everything is put back. */
  differences: StateDifference[];
  /** The same, by path. */
  delta: DeltaDescription;
  messagesSetAside: number;
  messagesBroughtBack: number;
  /** What becomes of the saved file, in one sentence. */
  savedNote: string;
}

/** What undoing one response's changes would do; the conversation stays as it is. */
export interface UndoPreview {
  /** Hash of the page's state now; the undo itself must be given it back. */
  stateHash: string;
  /** What would change on the page. Empty if something stands in the way. */
  differences: StateDifference[];
  /** False: how the response left the page isn't on record, so changes made by hand right behind it may be among the differences. */
  isExact: boolean;
  /** The later changes that stand in the way; none: it can be undone. */
  obstacles: UndoBlocker[];
  savedNote: string;
}

/**
 * Takes page and conversation back together, or one response's changes alone; both can themselves be taken back. All
 * reject with `not-found` for a checkpoint that isn't listed.
 */
export interface Rollback {
  preview(chatId: string, checkpointId: string): Promise<RollbackPreview>;
  /**
   * Rejects with `page-changed` if the page no longer has the previewed state, `busy` during a run, `conflict` if what
   * was changed by hand is to be kept, the rollback would change the same and nobody said which to keep,
   * `state-refused` if the page doesn't take the state, `write-refused` without the user's consent. After any of these,
   * page and record are the same as before. If the page doesn't answer (`timeout`), or can't be put back
   * (`state-refused`), only the record is, and the error says what is known of the page. Answers with the set-aside user
   * message for the composer, or null.
   */
  perform(
    chatId: string,
    checkpointId: string,
    expectedStateHash: string,
    strategy: RollbackStrategy,
    consent: UserConsent,
  ): Promise<{ draft: string | null }>;
  /** Rejects with `not-found` also where there is nothing (any more) to undo. */
  previewUndo(chatId: string, checkpointId: string): Promise<UndoPreview>;
  /** Rejects like `perform`, with `conflict` if a later change stands in the way. */
  undo(chatId: string, checkpointId: string, expectedStateHash: string, consent: UserConsent): Promise<void>;
}

const SAVED_NOTE = 'The saved file is not touched.';

export function createRollback(deps: RollbackDeps): Rollback {
  return {
    async preview(chatId, checkpointId) {
      const situation = await readRollbackInputs(deps, chatId, checkpointId);
      const { record, checkpoint, adapter, reading, now, before } = situation;
      const cut = conversationCut(record.messages, checkpoint);
      return {
        stateHash: reading.stateHash,
        differences: adapter.diffState(now, before),
        delta: describeDelta(now, before),
        ...manualChangesOf(situation),
        messagesSetAside: cut.setAside.filter(isSpoken).length,
        messagesBroughtBack: cut.bringBack.filter(isSpoken).length,
        savedNote: SAVED_NOTE,
      };
    },

    async perform(chatId, checkpointId, expectedStateHash, strategy, consent) {
      const situation = await readRollbackInputs(deps, chatId, checkpointId);
      assertReady(situation, expectedStateHash);
      const state = rollbackState(situation, strategy);
      const cut = conversationCut(situation.record.messages, situation.checkpoint);
      await changePage(deps, situation, state, { reason: 'before-rollback', calls: [] }, consent, (change) =>
        rollbackEntry(deps, situation, { cut, strategy: strategy.strategy }, change),
      );
      return { draft: cut.composerText };
    },

    async previewUndo(chatId, checkpointId) {
      const situation = await readRollbackInputs(deps, chatId, checkpointId);
      const plan = await computeUndo(deps, situation);
      return {
        stateHash: situation.reading.stateHash,
        differences: plan.kind === 'possible' ? situation.adapter.diffState(situation.now, plan.state) : [],
        isExact: plan.isExact,
        obstacles: plan.kind === 'possible' ? [] : plan.blockers,
        savedNote: SAVED_NOTE,
      };
    },

    async undo(chatId, checkpointId, expectedStateHash, consent) {
      const situation = await readRollbackInputs(deps, chatId, checkpointId);
      assertReady(situation, expectedStateHash);
      const plan = await computeUndo(deps, situation);
      if (plan.kind === 'obstructed') throw obstructed(plan.blockers);
      const { calls } = situation.checkpoint;
      await changePage(deps, situation, plan.state, { reason: 'before-undo', calls }, consent, (change) =>
        undoEntry(deps, situation, change),
      );
    },
  };
}

function obstructed(obstacles: readonly UndoBlocker[]): StewardError {
  const named = obstacles.map(
    ({ path, page, wanted, change }) =>
      `${path}: page ${page}, wanted ${wanted}; changed by ${change?.label ?? 'hand'}`,
  );
  return new StewardError('conflict', 'A later change stands in the way of this undo.', {
    remedy: 'Undo the later change first, or roll back to before both.',
    details: named.join('\n'),
  });
}
