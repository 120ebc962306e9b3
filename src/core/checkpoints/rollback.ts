import type { AdapterDefinition, StateDifference } from '../adapter/adapter-definition';
import { conversation } from '../chat/message';
import { StewardError } from '../errors';
import type { ChatRecord, PageReading } from '../loop/ports';
import { adapterFor, nextPosition } from '../loop/record-access';
import { isActive } from '../loop/transition';
import { isSpoken, planCut } from './plan-cut';
import type { RollbackDeps } from './rollback-ports';
import { writeDownRollback } from './write-down-rollback';

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
        await writeDownRollback(deps, { record, checkpoint, safety, adapter, cut });
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
