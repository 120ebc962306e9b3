import type { AdapterDefinition, StateDifference } from '../adapter/adapter-definition';
import {
  type AccountingMessage,
  conversation,
  type Message,
  type RollbackMessage,
  type TokenCounts,
} from '../chat/message';
import { StewardError } from '../errors';
import type { Json } from '../json';
import { nextStep } from '../loop/next-step';
import type { AdapterPort, ChatRecord, Clock, IdSource, Journal, PagePort, PageReading } from '../loop/ports';
import { adapterFor, nextPosition } from '../loop/record-access';
import type { Run } from '../loop/run';
import { isActive, transition } from '../loop/transition';
import type { Checkpoint } from './checkpoint';
import { checkpointLabel } from './checkpoint-label';
import type { CheckpointManager, CheckpointStore } from './checkpoint-manager';

/** What a rollback would do. */
export interface RollbackPreview {
  /** Hash of the page's state now; the rollback itself must be given it back. */
  stateHash: string;
  /** What would change on the page. */
  differences: StateDifference[];
  /** What was changed by hand since Steward last knew the page, and would go as well. */
  changedByHand: StateDifference[];
  messagesSetAside: number;
  messagesBroughtBack: number;
  /** What becomes of the saved file, in one sentence. */
  savedNote: string;
}

/** The record's part of a rollback: one transaction. */
export interface RollbackJournal extends Pick<Journal, 'load' | 'knownContext'> {
  /** All tokens that the chat has used so far. */
  tokensUsed(chatId: string): Promise<TokenCounts>;
  recordRollback(entry: {
    chatId: string;
    /** Set on messages that leave the conversation. */
    rollbackId: string;
    setAside: string[];
    bringBack: string[];
    rows: [AccountingMessage, RollbackMessage];
    /** The run that the conversation now ends with, and its status. */
    run: { id: string; changes: Partial<Run> } | null;
    context: Json;
    stateHash: string;
  }): Promise<void>;
}

/** Takes page and conversation back together, and can itself be taken back. */
export interface Rollback {
  preview(chatId: string, checkpointId: string): Promise<RollbackPreview>;
  /**
   * Rejects with `page-changed` if the page no longer has the previewed state, `busy` during a run, `state-refused` if
   * the page doesn't take the state; page and record are then as they were. Answers with the set-aside user message
   * for the composer, or null.
   */
  perform(chatId: string, checkpointId: string, expectedStateHash: string): Promise<{ draft: string | null }>;
}

/** What the rollback is made of. */
export interface RollbackDeps {
  journal: RollbackJournal;
  page: PagePort;
  adapters: AdapterPort;
  checkpoints: CheckpointManager;
  checkpointStore: CheckpointStore;
  clock: Clock;
  ids: IdSource;
}

/** What leaves the conversation and what comes back. */
interface Cut {
  setAside: Message[];
  bringBack: Message[];
  draft: string | null;
}

export function createRollback(deps: RollbackDeps): Rollback {
  async function prepare(chatId: string, checkpointId: string) {
    const record = await deps.journal.load(chatId);
    const checkpoint = await deps.checkpointStore.byId(checkpointId);
    if (checkpoint === null || checkpoint.chatId !== chatId) {
      throw new StewardError('not-found', 'This checkpoint is no longer there.', {
        remedy: 'Open the list again and choose another.',
      });
    }
    const adapter = adapterFor(record.chat, deps.adapters);
    const reading = await deps.page.readContext(record.chat, new AbortController().signal);
    return { record, checkpoint, adapter, reading };
  }

  return {
    async preview(chatId, checkpointId) {
      const { record, checkpoint, adapter, reading } = await prepare(chatId, checkpointId);
      const now = adapter.restorableState(reading.context);
      const target = await deps.checkpoints.stateOf(checkpoint);
      const cut = planCut(record.messages, checkpoint);
      return {
        stateHash: reading.stateHash,
        differences: adapter.diffState(now, target),
        changedByHand: await changedByHand(deps, record, adapter, reading),
        messagesSetAside: cut.setAside.filter(isSpoken).length,
        messagesBroughtBack: cut.bringBack.filter(isSpoken).length,
        savedNote: 'The saved file is not touched.',
      };
    },

    async perform(chatId, checkpointId, expectedStateHash) {
      const { record, checkpoint, adapter, reading } = await prepare(chatId, checkpointId);
      assertNotRunning(record);
      if (reading.stateHash !== expectedStateHash) throw pageChangedSince();
      const target = await deps.checkpoints.stateOf(checkpoint);
      const now = adapter.restorableState(reading.context);
      const cut = planCut(record.messages, checkpoint);
      const safety = await deps.checkpoints.take({
        chatId,
        reason: 'before-rollback',
        runId: null,
        messageId: null,
        position: nextPosition(record.messages),
        calls: [],
        stateHash: reading.stateHash,
        state: now,
        conversation: conversation(record.messages).map((message) => message.id),
      });
      const { stateHash } = await deps.page.applyState(record.chat, {
        executionId: deps.ids.newId(),
        state: target,
        expectedStateHash: reading.stateHash,
      });
      if (stateHash !== checkpoint.stateHash) throw notTaken();
      try {
        await writeDown(deps, { record, checkpoint, safety, adapter, cut });
      } catch (error) {
        // All or nothing: without its record the page must not stay rolled back.
        await deps.page.applyState(record.chat, {
          executionId: deps.ids.newId(),
          state: now,
          expectedStateHash: stateHash,
        });
        throw error;
      }
      return { draft: cut.draft };
    },
  };
}

/** Settles which messages a rollback moves (design: the conversation as it was just before the response). */
export function planCut(messages: readonly Message[], checkpoint: Checkpoint): Cut {
  const current = conversation(messages);
  if (checkpoint.conversation !== null) {
    const wanted = new Set(checkpoint.conversation);
    return {
      setAside: current.filter((message) => !wanted.has(message.id)),
      bringBack: messages.filter((message) => wanted.has(message.id) && message.discardedBy !== null),
      draft: null,
    };
  }
  const earlierInRun = current.some(
    (message) =>
      message.runId === checkpoint.runId &&
      message.role === 'assistant' &&
      message.position < checkpoint.position,
  );
  const asked = current.find((message) => message.role === 'user' && message.runId === checkpoint.runId);
  const first = checkpoint.runId !== null && !earlierInRun ? asked : undefined;
  const from = first?.position ?? checkpoint.position;
  return {
    setAside: current.filter((message) => message.position >= from),
    bringBack: [],
    draft: first?.role === 'user' ? first.content : null,
  };
}

async function writeDown(
  deps: RollbackDeps,
  done: {
    record: ChatRecord;
    checkpoint: Checkpoint;
    safety: Checkpoint;
    adapter: AdapterDefinition;
    cut: Cut;
  },
): Promise<void> {
  const { record, checkpoint, safety, adapter, cut } = done;
  const after = await deps.page.readContext(record.chat, new AbortController().signal);
  const rollbackId = deps.ids.newId();
  const position = nextPosition(record.messages);
  const base = {
    chatId: record.chat.id,
    runId: null,
    createdAtMs: deps.clock.now(),
    discardedBy: null,
    discardedMessages: cut.setAside.filter(isSpoken).length,
  };
  const accounting: AccountingMessage = {
    ...base,
    role: 'accounting',
    id: deps.ids.newId(),
    position,
    reason: 'Rolled back',
    cumulativeTokens: await deps.journal.tokensUsed(record.chat.id),
  };
  const rollback: RollbackMessage = {
    ...base,
    role: 'rollback',
    id: rollbackId,
    position: position + 1,
    checkpointId: checkpoint.id,
    safetyCheckpointId: safety.id,
    description: checkpointLabel(checkpoint),
    stateHash: after.stateHash,
    savedNote: savedNote(adapter.unsavedNote(after.context)),
  };
  await deps.journal.recordRollback({
    chatId: record.chat.id,
    rollbackId,
    setAside: cut.setAside.map((message) => message.id),
    bringBack: cut.bringBack.map((message) => message.id),
    rows: [accounting, rollback],
    run: runAfter(record, cut, deps.clock.now()),
    context: after.context,
    stateHash: after.stateHash,
  });
}

/** The run that the conversation ends with after the cut can go on where it was cut, or is complete. */
function runAfter(record: ChatRecord, cut: Cut, nowMs: number): { id: string; changes: Partial<Run> } | null {
  const gone = new Set(cut.setAside);
  const back = new Set(cut.bringBack);
  const kept = record.messages.filter(
    (message) => back.has(message) || (message.discardedBy === null && !gone.has(message)),
  );
  const runId = kept.findLast((message) => message.role === 'user')?.runId;
  if (runId === undefined || runId === null) return null;
  const resumable = nextStep(kept, runId).kind !== 'conclude';
  return {
    id: runId,
    changes: {
      status: transition(
        { state: 'waiting-for-system-input', outcome: 'stopped' },
        { type: 'rolled-back', resumable },
      ),
      error: null,
      endedAtMs: nowMs,
    },
  };
}

async function changedByHand(
  deps: RollbackDeps,
  record: ChatRecord,
  adapter: AdapterDefinition,
  reading: PageReading,
): Promise<StateDifference[]> {
  const known = await deps.journal.knownContext(record.chat.id);
  if (known === null || record.chat.lastStateHash === reading.stateHash) return [];
  return adapter.diffState(adapter.restorableState(known), adapter.restorableState(reading.context));
}

/** A rollback never writes the saved file (design: rolling back past a save); the person is told what that means. */
function savedNote(unsaved: string | null): string {
  return unsaved === null
    ? 'The saved file was not touched and equals the page.'
    : `${unsaved} Save the page to make it match.`;
}

function isSpoken(message: Message): boolean {
  return message.role === 'user' || message.role === 'assistant';
}

function assertNotRunning(record: ChatRecord): void {
  if (record.run === null || !isActive(record.run.status)) return;
  throw new StewardError('busy', 'A run is under way in this chat.', {
    remedy: 'Stop it, or answer its question, then roll back.',
  });
}

function pageChangedSince(): StewardError {
  return new StewardError('page-changed', 'The page was changed since you looked at this rollback.', {
    remedy: 'Choose the checkpoint again to see what it would do now.',
  });
}

function notTaken(): StewardError {
  return new StewardError('state-refused', 'The page did not take the checkpoint’s state exactly.', {
    remedy: 'Look at the page; the checkpoint taken just before brings back what was there.',
  });
}
