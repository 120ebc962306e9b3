import type { Change, StateDifference } from '@/src/schema/change';
import type { Message } from '@/src/schema/message';
import { type Said, sentences } from '@/src/schema/values/said';
import { effectOfState, outsideEffectBefore, type StateEffect } from '../adapter/saving';
import { textError } from '../errors';
import { isSameJson } from '../hash';
import { nextStep } from '../history/next-step';
import { transition } from '../records/transition';
import { english } from '../text/english';
import { linesOf } from '../tools/call-lines';
import type { PageApplication } from './change-page';
import { changesKeptByRollback } from './changes-kept-by-rollback';
import { checkpointLabel, redoneLabel, requestsOf } from './checkpoint-label';
import { type ConversationCut, conversationCut, isSpoken } from './conversation-cut';
import { type DeltaDescription, describeDelta } from './describe-delta';
import type { ReversalKind } from './reversal';
import type { ReversalFacts } from './reversal-entry';
import type { RollbackEntry } from './rollback-entry';
import { type RollbackInputs, readRollbackInputs, type ShownBasis, shownBasis } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';
import {
  type ManualChanges,
  manualChangesOf,
  type RollbackStrategy,
  rollbackState,
} from './rollback-strategy';
import { savedSinceCut } from './saved-since';

export interface RollbackPreview extends ManualChanges, ShownBasis {
  kind: 'rollback';
  /** The changes of the page with the strategy `replace`. */
  differences: StateDifference[];
  /** The same differences, by path. */
  delta: DeltaDescription;
  messagesSetAside: number;
  messagesBroughtBack: number;
  /** True if the rollback reverses an earlier rollback or undo. */
  isRedo: boolean;
  /** The effect on others with the strategy `replace` (see `effectOfState`). */
  effect: StateEffect;
  /** The effect on what is saved, and what the page can't take, in sentences. */
  savedNote: Said;
}

/** The preview of a rollback. `cut`: the messages that the rollback moves. */
export async function rollbackPreview(
  inputs: RollbackInputs,
  cut: ConversationCut,
): Promise<RollbackPreview> {
  const { adapter, reading, now, before, notRestored, checkpoint, record } = inputs;
  return {
    kind: 'rollback',
    ...shownBasis(inputs),
    differences: adapter.diffState(now, before),
    delta: describeDelta(now, before),
    ...(await manualChangesOf(inputs)),
    messagesSetAside: cut.setAside.filter(isSpoken).length,
    messagesBroughtBack: cut.bringBack.filter(isSpoken).length,
    isRedo: redoneLabel(checkpoint, record.messages, linesOf(adapter.tools)) !== null,
    effect: await effectOfState(adapter, reading.context, before),
    savedNote: sentences(outsideEffectBefore(adapter, reading.context), ...notRestored),
  };
}

/** Rolls page and conversation back to a checkpoint. */
export const rollback: ReversalKind<
  { checkpointId: string; strategy: RollbackStrategy },
  RollbackPreview,
  { checkpointId: string }
> = {
  basis: (shown) => shown,

  async preview(deps, chatId, { checkpointId }) {
    const inputs = await readRollbackInputs(deps, chatId, checkpointId);
    return rollbackPreview(inputs, conversationCut(inputs.record.messages, inputs.checkpoint));
  },

  async read(deps, chatId, { checkpointId, strategy }) {
    const inputs = await readRollbackInputs(deps, chatId, checkpointId);
    return {
      inputs,
      async prepare() {
        const cut = conversationCut(inputs.record.messages, inputs.checkpoint);
        const state = rollbackState(inputs, strategy);
        const movesNone = ![...cut.setAside, ...cut.bringBack].some(isSpoken);
        if (movesNone && isSameJson(state, inputs.now)) {
          throw textError('not-found', 'error.checkpoints.nothingToRollBack');
        }
        return {
          state,
          calls: [],
          facts: async (change, atMs) => ({
            ...(await pageFacts(deps, inputs, { cut, strategy: strategy.strategy, change, atMs })),
            moved: { cut, reason: 'Rolled back' },
            run: runAfter(inputs, cut, atMs),
          }),
        };
      },
    };
  },
};

/** The facts about the page. `carried`: the changes that the model still has to receive. */
export type PageFacts = Omit<ReversalFacts, 'moved' | 'run' | 'carried' | 'queued'> & { carried: Change[] };

/** The facts about a page that was rolled back. `cut`: the messages that move in the same rollback. Rejects with `storage`. */
export async function pageFacts(
  deps: RollbackDeps,
  inputs: RollbackInputs,
  made: {
    cut: ConversationCut;
    strategy: RollbackStrategy['strategy'];
    change: PageApplication;
    atMs: number;
  },
): Promise<PageFacts> {
  const { checkpoint, record, adapter } = inputs;
  const { cut, strategy, atMs } = made;
  const { after } = made.change;
  const line = linesOf(adapter.tools);
  const redone = redoneLabel(checkpoint, record.messages, line);
  return {
    checkpointId: checkpoint.id,
    description: redone ?? checkpointLabel(checkpoint, requestsOf(record.messages)(checkpoint), line),
    isRedo: redone !== null,
    savedSince: await savedSinceCut(deps, inputs, cut, after),
    carried: await changesKeptByRollback(deps, inputs, cut, strategy, after, atMs),
    forAudit: {
      subject:
        redone === null ? english(checkpointLabel(checkpoint, null, line)) : `Redone: ${english(redone)}`,
      request: { checkpointId: checkpoint.id, strategy },
    },
  };
}

/** The last run of the conversation after a rollback: as a safety checkpoint stored it; for any other checkpoint, with its new status. */
function runAfter(
  { checkpoint, record }: RollbackInputs,
  cut: ConversationCut,
  nowMs: number,
): RollbackEntry['run'] {
  if (checkpoint.run === undefined) return runOfRest(record.messages, cut, nowMs);
  const { id, ...changes } = checkpoint.run;
  return { id, changes };
}

/** The last run of the remaining conversation, with its new status: resumable if the rollback removed its end, otherwise completed. */
function runOfRest(
  messages: readonly Message[],
  { setAside, bringBack }: ConversationCut,
  nowMs: number,
): RollbackEntry['run'] {
  const gone = new Set(setAside);
  const back = new Set(bringBack);
  const kept = messages.filter(
    (message) => back.has(message) || (message.discardedBy === null && !gone.has(message)),
  );
  const runId = kept.findLast((message) => message.runId !== null)?.runId;
  if (runId === undefined || runId === null) return null;
  const resumable = nextStep(kept, runId).kind !== 'conclude';
  return {
    id: runId,
    changes: {
      status: transition({ state: 'done' }, { type: 'rolled-back', resumable }),
      error: null,
      endedAtMs: nowMs,
    },
  };
}
