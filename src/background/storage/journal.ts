import type { RollbackJournal } from '@/src/core/checkpoints/rollback-ports';
import type { ChatChanges, ChatTitle } from '@/src/core/ports/chat-journal';
import type { Clock } from '@/src/core/ports/clock';
import type { Journal } from '@/src/core/ports/journal';
import { lastSnapshotOf } from '@/src/core/records/context-item';
import { conversation } from '@/src/core/records/message';
import type { ChatRecord } from '@/src/core/records/record-access';
import { afterTaking, type TakenInput, unsent, withUnsentText } from '@/src/core/records/unsent-text';
import type { Chat } from '@/src/schema/chat';
import type { Message } from '@/src/schema/message';
import type { StewardDatabase } from '@/src/store/db';
import { isDamaged } from '@/src/store/is-damaged';
import { runOfRow } from '@/src/store/open-runs';
import { addToComposer } from './composer-texts';
import { deleteUnusedImages, tablesWithImages } from './image-store';
import { callMethods } from './journal-calls';
import { leaseMethods } from './journal-leases';
import { pageMethods } from './journal-page';
import { sideMethods } from './journal-side';
import { addUsageAtEnd, usageMethods } from './journal-usage';
import { addMessages, changeTitle } from './journal-words';
import { createLoadedMessages } from './loaded-messages';
import { requireChat, rowOf } from './required-row';
import { assertQueued, messageDamaged, runLost, stored } from './storage-error';
import { snapshot, transact } from './transact';
import { updateRow } from './update-row';

const TO_LAST = Infinity;

/** Creates the journal in IndexedDB. Each method is one transaction. */
export function createJournal(db: StewardDatabase, clock: Clock): Journal & RollbackJournal {
  const loaded = createLoadedMessages(db);

  async function messagesFrom(chatId: string, position: number): Promise<Message[]> {
    return db.messages.where('[chatId+position]').between([chatId, position], [chatId, TO_LAST]).toArray();
  }

  async function load(chatId: string): Promise<ChatRecord> {
    const reading = loaded.begin(chatId);
    return snapshot(db, [db.chats, db.messages, db.runs], async () => {
      const chat = await rowOf(db.chats, chatId, 'chat');
      const { from } = reading;
      const read = from === TO_LAST ? [] : await messagesFrom(chatId, from);
      if (read.some(isDamaged)) throw messageDamaged();
      const messages = reading.complete(read);
      const runId = conversation(messages).findLast((message) => message.runId !== null)?.runId ?? null;
      if (runId === null) return { chat, messages, run: null };
      const run = await db.runs.get(runId);
      if (run === undefined) throw runLost();
      return { chat, messages, run: runOfRow(run) };
    });
  }

  /** Changes the chat's row, and removes the input that a run took. Runs within the caller's transaction. */
  async function changeChat(chatId: string, changes: ChatChanges, taken: TakenInput): Promise<Chat> {
    const chat = await rowOf(db.chats, chatId, 'chat');
    const changed = { ...afterTaking(chat, taken), ...changes };
    await db.chats.put(changed);
    return changed;
  }

  /** Stores a title, unless it would replace one that the user chose. Runs within the caller's transaction. */
  async function giveTitle(chat: Chat, title: ChatTitle): Promise<void> {
    if (chat.titleSource === 'user' && title.titleSource !== 'user') return;
    await changeTitle(db, chat, title, clock.now());
  }

  return {
    ...callMethods(db),
    ...leaseMethods(db, clock),
    ...pageMethods(db, clock),
    ...sideMethods(db),
    ...usageMethods(db),
    load,

    async chatById(chatId) {
      return stored(() => rowOf(db.chats, chatId, 'chat'));
    },

    chatTitles: () =>
      stored(async () => {
        const chats = await db.chats.orderBy('updatedAtMs').reverse().toArray();
        return chats.flatMap(({ id, title, deletedAtMs }) => (deletedAtMs === null ? [{ id, title }] : []));
      }),

    messagesFrom: (chatId, position) => stored(() => messagesFrom(chatId, position)),

    async runById(runId) {
      const run = await stored(() => rowOf(db.runs, runId, 'run'));
      return runOfRow(run);
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
        const run = await rowOf(db.runs, runId, 'run');
        await db.runs.put({ ...run, ...changes });
        if (Object.keys(chat).length > 0) await updateRow(db.chats, run.chatId, chat, 'chat');
      }),

    storeResponse: ({ message, executions, usage, run, replaced }) =>
      transact(db, [db.messages, db.chatWords, db.executions, db.runs, db.usage], async () => {
        if (replaced !== null) await db.messages.delete(replaced);
        await addMessages(db, [message]);
        await db.executions.bulkAdd(executions);
        if (usage !== null && message.runId !== null) {
          await db.usage.add({
            ...usage,
            kind: 'response',
            chatId: message.chatId,
            runId: message.runId,
            messageId: message.id,
            position: message.position,
            atMs: message.createdAtMs,
            model: message.model,
          });
        }
        await updateRow(db.runs, message.runId ?? '', run, 'run');
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

    beginRun: ({ run, message, context, at, chat, title, taken }) =>
      transact(db, [db.chats, db.messages, db.chatWords, db.runs, db.contexts], async () => {
        await db.runs.add(run);
        await addMessages(db, [message]);
        const atMs = run.startedAtMs;
        await db.contexts.put({ chatId: run.chatId, context, at, own: null, atMs, seen: [], carried: [] });
        const now = await changeChat(run.chatId, { ...chat, ...lastSnapshotOf(run) }, taken);
        if (title !== null) await giveTitle(now, title);
      }),

    acceptInput: ({ runId, messages, run, chat, taken }) =>
      transact(db, [db.chats, db.messages, db.chatWords, db.runs], async () => {
        const row = await rowOf(db.runs, runId, 'run');
        await addMessages(db, messages);
        await updateRow(db.runs, runId, run, 'run');
        await changeChat(row.chatId, chat, taken);
      }),

    queueMessage: (chatId, message) =>
      transact(db, db.chats, async () => {
        const chat = await rowOf(db.chats, chatId, 'chat');
        const { pendingMessage: earlier } = chat;
        const setAside = earlier === null ? {} : { setAside: withUnsentText(chat.setAside, unsent(earlier)) };
        await updateRow(db.chats, chatId, { pendingMessage: message, ...setAside }, 'chat');
      }),

    withdrawMessage: (chatId, queuedAtMs) =>
      transact(db, tablesWithImages(db), async () => {
        const { pendingMessage } = await rowOf(db.chats, chatId, 'chat');
        assertQueued(pendingMessage, queuedAtMs);
        await updateRow(db.chats, chatId, { pendingMessage: null }, 'chat');
        await deleteUnusedImages(db, chatId);
      }),

    moveQueuedToUnsent: (chatId) =>
      transact(db, db.chats, async () => {
        const chat = await rowOf(db.chats, chatId, 'chat');
        const { pendingMessage: message } = chat;
        if (message === null) return;
        const setAside = withUnsentText(chat.setAside, unsent(message));
        await updateRow(db.chats, chatId, { pendingMessage: null, setAside }, 'chat');
      }),

    takeBackMessage: (chatId, queuedAtMs) =>
      transact(db, [db.chats, db.composerTexts], async () => {
        const chat = await rowOf(db.chats, chatId, 'chat');
        const { pendingMessage: message } = chat;
        assertQueued(message, queuedAtMs);
        await addToComposer(db, chatId, message, 'before');
        await updateRow(db.chats, chatId, { pendingMessage: null }, 'chat');
      }),

    queueEvent: (chatId, event) =>
      transact(db, db.chats, async () => {
        const chat = await rowOf(db.chats, chatId, 'chat');
        await updateRow(db.chats, chatId, { pendingEvents: [...chat.pendingEvents, event] }, 'chat');
      }),

    updateChat: (chatId, changes) => stored(() => updateRow(db.chats, chatId, changes, 'chat')),

    setTitle: (chatId, title) =>
      transact(db, [db.chats, db.chatWords], async () => {
        const chat = await rowOf(db.chats, chatId, 'chat');
        await giveTitle(chat, title);
      }),
  };
}
