import { adapterFor } from '../adapter/adapter-of-chat';
import { StewardError } from '../errors';
import { hashJson } from '../hash';
import type { Json } from '../json';
import type { UserConsent } from '../policy/user-consent';
import type { StateDifference } from '../records/change';
import { conversation, type RollbackMessage, type SavedSince } from '../records/message';
import { changePage, type PageApplication } from './change-page';
import { afterSafety, auditOf, type Row, rowsOf } from './create-rollback-entry';
import { summarizeChanges } from './restore-unsaved-changes';
import type { RollbackEntry } from './rollback-entry';
import { assertIdle, type PageInputs, readPageInputs } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';

/** What the user can do about a save that a rollback went back past. */
export interface SavedOffer {
  /** The row of the conversation that tells of that rollback. */
  rollbackId: string;
  /** Who still gets what was saved, in one sentence. */
  note: string;
  /** Hash of the page's state now; restoring must be given it back. */
  stateHash: string;
  /** Puts on the page what was saved before; null if the page shows that already, or can't. */
  restore: { label: string; differences: StateDifference[] } | null;
  /** Whether the page has changes that its adapter can save. */
  canSave: boolean;
}

/** What a rollback left saved. Follows from record and page alone, so it ends when either has changed. */
export interface SavedOffers {
  /** About the newest rollback past a save; null if what was saved then no longer is. Rejects as the page's reading does. */
  look(chatId: string): Promise<SavedOffer | null>;
  /**
   * Puts on the page what was saved before, as unsaved changes. Rejects with `page-changed` if the page no longer has
   * the state that was looked at, `not-found` if there is nothing to restore any more, `busy` during a run,
   * `state-refused` if the page doesn't take the state, `write-refused` without the user's consent; page and record are
   * then as they were. Where the page doesn't answer, as a rollback.
   */
  restore(chatId: string, expectedStateHash: string, consent: UserConsent): Promise<void>;
  /** The call that saves the page. Rejects with `not-found` for a page that no tool saves. */
  saveTool(chatId: string): Promise<string>;
}

const STILL_SAVED = 'What was saved last is still in effect.';
const RESTORE = 'Restore what was saved before';

export function createSavedOffers(deps: RollbackDeps): SavedOffers {
  async function read(
    chatId: string,
  ): Promise<{ rollbackId: string; since: SavedSince; situation: PageInputs; state: Json | null } | null> {
    const record = await deps.journal.load(chatId);
    const row = conversation(record.messages).findLast(
      (message): message is RollbackMessage => message.role === 'rollback' && message.savedSince !== null,
    );
    const since = row?.savedSince ?? null;
    if (row === undefined || since === null) return null;
    const situation = await readPageInputs(deps, record);
    const { adapter, reading } = situation;
    if (hashJson(adapter.savedState(reading.context)) !== since.savedHash) return null;
    const commit = (await deps.journal.executionById(since.executionId))?.write ?? null;
    const savedBefore = commit?.savedBefore ?? null;
    const state = savedBefore === null ? null : adapter.stateFromSaved(reading.context, savedBefore);
    return { rollbackId: row.id, since, situation, state };
  }

  return {
    async look(chatId) {
      const found = await read(chatId);
      if (found === null) return null;
      const { rollbackId, situation, state } = found;
      const { adapter, reading, now } = situation;
      const differences = state === null ? [] : adapter.diffState(now, state);
      return {
        rollbackId,
        note: adapter.saving?.stillSaved ?? STILL_SAVED,
        stateHash: reading.stateHash,
        restore: differences.length === 0 ? null : { label: adapter.saving?.restore ?? RESTORE, differences },
        canSave: adapter.saving !== undefined && adapter.unsavedNote(reading.context) !== null,
      };
    },

    async restore(chatId, expectedStateHash, consent) {
      const found = await read(chatId);
      const state = found?.state ?? null;
      if (found === null || state === null) throw nothingToRestore();
      const { since, situation } = found;
      assertIdle(situation.record);
      if (situation.reading.stateHash !== expectedStateHash) throw changedSince();
      if (hashJson(state) === expectedStateHash) throw nothingToRestore();
      await changePage(deps, situation, state, { reason: 'before-saved', calls: [] }, consent, (change) =>
        entryOf(deps, situation, { state, since }, change),
      );
    },

    async saveTool(chatId) {
      const { chat } = await deps.journal.load(chatId);
      const { saving } = adapterFor(chat, deps.adapters);
      if (saving !== undefined) return saving.tool;
      throw new StewardError('not-found', 'Steward has no tool that saves this page.', {
        remedy: 'Save it on the page itself.',
      });
    },
  };
}

/** The record's half; the conversation stays, and the next message tells the model what changed. Rejects with `storage`. */
async function entryOf(
  deps: RollbackDeps,
  situation: PageInputs,
  { state, since }: { state: Json; since: SavedSince },
  change: PageApplication,
): Promise<RollbackEntry> {
  const { record, adapter, now } = situation;
  const atMs = deps.clock.now();
  const changes = adapter.diffState(now, state).map(({ text }) => text);
  const row: Row = {
    id: deps.ids.newId(),
    atMs,
    kind: 'restore-saved',
    reason: 'Earlier save restored',
    checkpointId: null,
    description: summarizeChanges(changes),
    discardedMessages: 0,
    savedSince: null,
  };
  return {
    chatId: record.chat.id,
    atMs,
    rollbackId: row.id,
    setAside: [],
    bringBack: [],
    rows: await rowsOf(deps, situation, change, row),
    run: null,
    known: null,
    safety: afterSafety(situation, change),
    audit: auditOf(deps, situation, change, row, { savedBefore: since.executionId, changes }),
  };
}

function nothingToRestore(): StewardError {
  return new StewardError('not-found', 'There is no earlier save left to restore.', {
    remedy: 'The page shows it already, or something else was saved since.',
  });
}

function changedSince(): StewardError {
  return new StewardError(
    'page-changed',
    'The page was changed since you looked at what would be restored.',
    {
      remedy: 'Look at the list again: it shows what would be restored now.',
    },
  );
}
