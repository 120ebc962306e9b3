import type { RestoreIntent } from '@/src/core/checkpoints/restore-intent';
import type { RollbackJournal } from '@/src/core/checkpoints/rollback-ports';
import type { Clock } from '@/src/core/ports/clock';
import type { KnownPageJournal } from '@/src/core/ports/known-page-journal';
import type { HistoryChange, Observation } from '@/src/core/ports/page-history';
import { withQueued } from '@/src/core/records/unsent-text';
import type { UserMessage } from '@/src/schema/message';
import { wordsOfMessages } from '@/src/store/chat-words';
import type { StewardDatabase } from '@/src/store/db';
import { appendAudit } from './append-audit';
import { giveBackTo, takeBackFrom } from './composer-texts';
import { counted } from './journal-usage';
import { changeTitle } from './journal-words';
import type { KeptRecords } from './kept-records';
import { changeHistory } from './page-history';
import { putPageUpdate, tablesOfUpdate } from './put-page-update';
import { knownRow, rowOf, updateRow, updateRows } from './rows';
import { rowMissing, stored } from './storage-error';
import { keptUntilCommit, transact } from './transact';

type PageRecords = KnownPageJournal & Pick<RollbackJournal, 'recordRollback' | 'restoreOf' | 'endRestore'>;

/** Creates the journal's methods for the page: its known state, reported changes, and restores. */
export function pageMethods(
  db: StewardDatabase,
  clock: Clock,
  kept: Pick<KeptRecords, 'knownPageOf'>,
): PageRecords {
  const restores = keptUntilCommit<RestoreIntent | null>(db, [db.restores]);

  return {
    storePageUpdate: (update) =>
      transact(db, tablesOfUpdate(db), () => putPageUpdate(db, update, clock.now())),

    storeMentionedParts: (read) =>
      transact(db, [db.messages, db.chatWords], async () => {
        for (const [id, parts] of read) {
          const message = await db.messages.get(id);
          if (message?.role !== 'user') throw rowMissing('messages');
          const updated: UserMessage = { ...message, parts };
          await db.messages.put(updated);
          await db.chatWords.bulkPut(wordsOfMessages([updated]));
        }
      }),

    async knownPage(chatId) {
      const row = kept.knownPageOf(chatId) ?? (await stored(() => db.contexts.get(chatId)));
      if (row === undefined) return null;
      const { context, at, own, carried } = row;
      return { context, at, own, carried };
    },

    renewOpening: ({ runId, contextText, snapshot, message, context, at, chat }) =>
      transact(db, [db.runs, db.messages, db.contexts, db.chats], async () => {
        const run = await rowOf(db.runs, runId);
        await updateRow(db.runs, runId, { contextText, snapshot, stateMessageId: message.id });
        await db.messages.put(message);
        await db.contexts.put(knownRow(run.chatId, { context, at, atMs: clock.now() }));
        await updateRow(db.chats, run.chatId, { ...chat, lastSnapshotId: snapshot.id });
      }),

    async recordRollback(entry, ends) {
      const {
        chatId,
        atMs,
        rollbackId,
        setAside,
        bringBack,
        rows,
        run,
        known,
        safety,
        audit,
        title,
        queued,
      } = entry;
      const ofChat = [db.messages, db.chatWords, db.usage, db.runs, db.contexts, db.chats];
      const records = [...ofChat, db.pages, db.pageSteps, db.checkpoints, db.restores];
      return transact(db, [...records, db.composerTexts, db.audit, db.auditHeads], async () => {
        await db.restores.delete(chatId);
        if (audit !== null) await appendAudit(db, audit);
        await updateRows(db.messages, setAside, { discardedBy: rollbackId });
        await updateRows(db.messages, bringBack, { discardedBy: null });
        for (const row of rows) {
          await db.messages.add(row.role === 'accounting' ? await counted(db, row) : row);
        }
        if (run !== null) await updateRow(db.runs, run.id, run.changes);
        if (title !== null) await changeTitle(db, await rowOf(db.chats, chatId), title, atMs);
        if (queued !== undefined) await updateRow(db.chats, chatId, (chat) => withQueued(chat, queued));
        await updateRow(db.checkpoints, safety.id, { after: safety.after });
        await updateRow(db.chats, chatId, {
          updatedAtMs: atMs,
          ...(known && { lastStateHash: known.stateHash }),
        });
        const ended = await endWrites(db, ends);
        if (known !== null)
          await db.contexts.put(knownRow(chatId, { ...known, at: ended?.at ?? known.at, atMs }));
        const brought = await db.messages.bulkGet(bringBack);
        const back = brought.flatMap((message) => (message?.role === 'user' ? [message] : []));
        await takeBackFrom(db, chatId, back);
        return entry.givenBack !== undefined && giveBackTo(db, chatId, entry.givenBack, atMs);
      });
    },

    restoreOf: (chatId) =>
      restores(chatId, async () => (await stored(() => db.restores.get(chatId))) ?? null),

    endRestore: (chatId, audit, unreported, ends) =>
      transact(db, [db.restores, db.pages, db.pageSteps, db.contexts, db.audit, db.auditHeads], async () => {
        await db.restores.delete(chatId);
        await endWrites(db, ends);
        const known = unreported === null ? undefined : await db.contexts.get(chatId);
        if (unreported !== null && known !== undefined) {
          await db.contexts.update(chatId, { carried: [...known.carried, unreported] });
        }
        if (audit !== null) await appendAudit(db, audit);
      }),
  };
}

/** Ends writes, in this order. Returns the end of the last one; null if there is none. Runs within the caller's transaction. */
async function endWrites<Made extends Observation>(
  db: StewardDatabase,
  ends: readonly HistoryChange<Made>[],
): Promise<Made | null> {
  let last: Made | null = null;
  for (const end of ends) last = await changeHistory(db, end);
  return last;
}
