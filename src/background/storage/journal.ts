import type { RollbackJournal } from '@/src/core/checkpoints/rollback-ports';
import { asStored } from '@/src/core/policy/under-policy';
import type { Clock } from '@/src/core/ports/clock';
import type { Journal, SideJournal } from '@/src/core/ports/journal';
import { isListed } from '@/src/core/records/chat';
import { sidePositions } from '@/src/core/records/message';
import { type ChatRecord, lastSnapshotOf } from '@/src/core/records/record-access';
import { afterTaking, withQueued } from '@/src/core/records/unsent-text';
import type { Chat } from '@/src/schema/chat';
import type { Message } from '@/src/schema/message';
import { wordsOfMessages } from '@/src/store/chat-words';
import type { StewardDatabase } from '@/src/store/db';
import { runOfRow } from '@/src/store/open-runs';
import { isDamaged } from '@/src/store/storage-error';
import { addToComposer } from './composer-texts';
import { deleteUnusedImages, tablesWithImages } from './image-store';
import { callMethods } from './journal-calls';
import { leaseMethods } from './journal-leases';
import { pageMethods } from './journal-page';
import { addUsageAtEnd, counted, usageMethods } from './journal-usage';
import { addMessages, changeTitle } from './journal-words';
import { createKeptRecords, currentRunId } from './kept-records';
import { knownRow, requireChat, rowOf, updateRow } from './rows';
import { assertQueued, messageDamaged, runLost, stored, summaryChanged } from './storage-error';
import { snapshot, transact } from './transact';

const FROM_FIRST = -Infinity;
const TO_LAST = Infinity;

/** Creates the journal in IndexedDB. Each method is one transaction. */
export function createJournal(db: StewardDatabase, clock: Clock): Journal & RollbackJournal {
  const kept = createKeptRecords(db);

  async function messagesFrom(chatId: string, position: number): Promise<Message[]> {
    return db.messages.where('[chatId+position]').between([chatId, position], [chatId, TO_LAST]).toArray();
  }

  async function read(chatId: string): Promise<ChatRecord> {
    return snapshot(db, [db.chats, db.messages, db.runs], async () => {
      const chat = await rowOf(db.chats, chatId);
      const messages = await messagesFrom(chatId, FROM_FIRST);
      if (messages.some(isDamaged)) throw messageDamaged();
      const runId = currentRunId(messages);
      if (runId === null) return { chat, messages, run: null };
      const run = await db.runs.get(runId);
      if (run === undefined) throw runLost();
      return { chat, messages, run: runOfRow(run) };
    });
  }

  async function chatById(chatId: string): Promise<Chat> {
    return kept.chatOf(chatId) ?? stored(() => rowOf(db.chats, chatId));
  }

  return {
    ...answerMethods(db),
    ...callMethods(db, kept),
    ...leaseMethods(db, clock, chatById),
    ...pageMethods(db, clock, kept),
    ...queueMethods(db),
    ...sideMethods(db),
    ...usageMethods(db),
    load: async (chatId) => kept.recordOf(chatId) ?? kept.keep(chatId, () => read(chatId)),

    chatById,

    chatTitles: () =>
      stored(async () => {
        const chats = await db.chats.orderBy('updatedAtMs').reverse().toArray();
        return chats.filter(isListed).map(({ id, title }) => ({ id, title }));
      }),

    messagesFrom: (chatId, position) => stored(() => messagesFrom(chatId, position)),

    async runById(runId) {
      return kept.runOf(runId) ?? runOfRow(await stored(() => rowOf(db.runs, runId)));
    },

    openRunOf: (chatId) =>
      snapshot(db, [db.chats, db.runs], async () => {
        await requireChat(db, chatId);
        const open = await db.runs.where('isOpen').equals(1).sortBy('startedAtMs');
        const newest = open.findLast((run) => run.chatId === chatId);
        return newest === undefined ? null : runOfRow(newest);
      }),

    updateRun: (runId, changes, chat) =>
      transact(db, [db.runs, db.chats], async () => {
        const run = await rowOf(db.runs, runId);
        await db.runs.put({ ...run, ...changes });
        if (Object.keys(chat).length > 0) await updateRow(db.chats, run.chatId, chat);
      }),

    beginRun: ({ run, message, context, at, chat, title, taken }) =>
      transact(db, [db.chats, db.messages, db.chatWords, db.runs, db.contexts], async () => {
        const earlier = await rowOf(db.chats, run.chatId);
        await db.runs.add(run);
        await addMessages(db, [message]);
        const atMs = run.startedAtMs;
        const titled = await changeTitle(db, earlier, title, clock.now());
        await db.contexts.put(knownRow(run.chatId, { context, at, atMs }));
        await db.chats.put(asStored({ ...afterTaking(titled, taken), ...chat, ...lastSnapshotOf(run) }));
      }),

    acceptInput: ({ runId, messages, run, chat, taken }) =>
      transact(db, [db.chats, db.messages, db.chatWords, db.runs], async () => {
        const row = await rowOf(db.runs, runId);
        await addMessages(db, messages);
        await updateRow(db.runs, runId, run);
        const earlier = await rowOf(db.chats, row.chatId);
        await db.chats.put(asStored({ ...afterTaking(earlier, taken), ...chat }));
      }),

    updateChat: (chatId, changes) => stored(() => updateRow(db.chats, chatId, changes)),

    setTitle: (chatId, title) =>
      transact(db, [db.chats, db.chatWords], async () => {
        const chat = await rowOf(db.chats, chatId);
        await changeTitle(db, chat, title, clock.now());
      }),
  };
}

/** Creates the journal's methods for complete and interrupted answers. */
function answerMethods(db: StewardDatabase) {
  return {
    storeResponse: ({ message, executions, usage, run, replaced }) =>
      transact(db, [db.messages, db.chatWords, db.executions, db.runs, db.usage], async () => {
        if (replaced !== null) await db.messages.delete(replaced);
        const { id: messageId, chatId, runId, position, createdAtMs: atMs, model } = message;
        const used = { kind: 'response' as const, chatId, messageId, position, atMs, model };
        await addMessages(db, [message]);
        await db.executions.bulkAdd(executions);
        if (usage !== null && runId !== null) await db.usage.add({ ...usage, ...used, runId });
        await updateRow(db.runs, runId ?? '', run);
      }),

    storePartialAnswer: ({ message, usage, replaced }) =>
      transact(db, [db.messages, db.chatWords, db.chats, db.usage], async () => {
        await requireChat(db, message.chatId);
        if (replaced !== null) await db.messages.delete(replaced);
        await addMessages(db, [message]);
        await addUsageAtEnd(db, usage);
      }),

    continuePartialAnswer: ({ message, event }) =>
      transact(db, [db.messages, db.chatWords], async () => {
        await db.messages.delete(message.id);
        await addMessages(db, [message, event]);
      }),
  } satisfies Partial<Journal>;
}

/** Creates the journal's methods for what a chat receives while its run works. */
function queueMethods(db: StewardDatabase) {
  return {
    queueMessage: (chatId, message) =>
      stored(() => updateRow(db.chats, chatId, (chat) => withQueued(chat, message))),

    withdrawMessage: (chatId, queuedAtMs) =>
      transact(db, tablesWithImages(db), async () => {
        await takeQueued(db, chatId, queuedAtMs);
        await deleteUnusedImages(db, chatId);
      }),

    moveQueuedToUnsent: (chatId) =>
      stored(() => updateRow(db.chats, chatId, (chat) => withQueued(chat, null))),

    takeBackMessage: (chatId, queuedAtMs) =>
      transact(db, [db.chats, db.composerTexts], async () => {
        const message = await takeQueued(db, chatId, queuedAtMs);
        await addToComposer(db, chatId, message, 'before');
      }),

    queueEvent: (chatId, event) =>
      stored(() =>
        updateRow(db.chats, chatId, ({ pendingEvents }) => ({ pendingEvents: [...pendingEvents, event] })),
      ),
  } satisfies Partial<Journal>;
}

/** Removes and returns the queued message with this time. Rejects if it is no longer queued. Runs within the caller's transaction. */
async function takeQueued(db: StewardDatabase, chatId: string, queuedAtMs: number) {
  const { pendingMessage } = await rowOf(db.chats, chatId);
  assertQueued(pendingMessage, queuedAtMs);
  await updateRow(db.chats, chatId, { pendingMessage: null });
  return pendingMessage;
}

/** Creates the journal's methods for titles and summaries. */
function sideMethods(db: StewardDatabase): SideJournal {
  return {
    storeSide: ({ chatId, after, covers, messages, usage, title }) =>
      transact(db, [db.chats, db.messages, db.chatWords, db.usage], async () => {
        const chat = await rowOf(db.chats, chatId);
        const covered = covers === null ? null : await db.messages.get(covers);
        if (covered === undefined || (covered !== null && covered.discardedBy !== null)) {
          await addUsageAtEnd(db, usage);
          return false;
        }
        const last = await db.messages
          .where('[chatId+position]')
          .between([chatId, after], [chatId, after + 1], true, false)
          .last();
        const positions = sidePositions(last?.position ?? after, messages.length);
        await addMessages(
          db,
          messages.map((message, index) => ({ ...message, position: positions[index] ?? after })),
        );
        await addUsageAtEnd(db, usage);
        if (title !== null) await changeTitle(db, chat, { title, titleSource: 'model' }, usage.atMs);
        return true;
      }),

    changeSummary: ({ summaryId, from, changes, setAside, accounting }) =>
      transact(db, [db.messages, db.chatWords, db.usage], async () => {
        const summary = await rowOf(db.messages, summaryId);
        if (summary.role !== 'summary' || summary.state !== from || summary.discardedBy !== null) {
          throw summaryChanged();
        }
        const changed = { ...summary, ...changes };
        await db.messages.put(changed);
        await db.chatWords.bulkPut(wordsOfMessages([changed]));
        for (const id of setAside) {
          await updateRow(db.messages, id, { discardedBy: summaryId });
        }
        if (accounting !== null) await db.messages.add(await counted(db, accounting));
      }),
  };
}
