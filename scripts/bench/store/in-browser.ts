import { checkAtStart } from '@/src/background/storage/check-integrity';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { Message } from '@/src/schema/message';
import type { StoredRun } from '@/src/schema/run';
import { wordsOfMessages, wordsOfTitle } from '@/src/store/chat-words';
import { DATABASE_NAME, StewardDatabase } from '@/src/store/db';
import { chatList, chatView } from '@/src/store/queries';
import { ended, storedRun } from '@/tests/panel/stored-run';
import { MESSAGES_PER_CHAT, OPERATIONS, type Operation, RUNS_PER_CHAT, textOf, titleOf } from './chat-store';

import { LONG_CHAT, SHORT_CHAT } from './long-chat';
import { createRunBench } from './run-in-browser';

const db = new StewardDatabase(DATABASE_NAME);

/** Number of chats that one transaction stores. */
const BATCH = 20;

/** Stores chats as the background does, so that the queries read what they read in the product. */
async function fill(chats: number): Promise<void> {
  for (let from = 0; from < chats; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, chats - from) }, (_, index) => from + index);
    const tables = [db.chats, db.messages, db.runs, db.chatWords];
    await db.transaction('rw', tables, async () => {
      const messages = numbers.map((number) => messagesOf(number, chats));
      await db.chats.bulkAdd(numbers.map(chatOf));
      await db.runs.bulkAdd(numbers.flatMap(runsOf));
      await db.messages.bulkAdd(messages.flat());
      await db.chatWords.bulkAdd([
        ...messages.flatMap(wordsOfMessages),
        ...numbers.flatMap((number) => wordsOfTitle(`c${number}`, titleOf(number), number)),
      ]);
    });
  }
}

function chatOf(number: number) {
  return newChat({
    id: `c${number}`,
    title: titleOf(number),
    atMs: number * 1_000,
    binding: { adapterId: 'a', origin: 'http://proxy.test', instanceId: 'i', title: 'Model filter' },
    settings: newChatSettings(),
    lastStateHash: null,
  });
}

function runsOf(number: number): StoredRun[] {
  return Array.from({ length: RUNS_PER_CHAT }, (_, index) => {
    const isFailed = number % 10 === 1 && index === RUNS_PER_CHAT - 1;
    return storedRun(ended(isFailed ? 'error' : 'completed'), {
      id: `c${number} r${index}`,
      chatId: `c${number}`,
      openingMessageId: `c${number} m${index * (MESSAGES_PER_CHAT / RUNS_PER_CHAT)}`,
      startedAtMs: number * 1_000 + index,
      endedAtMs: number * 1_000 + index,
      contextText: 'state '.repeat(100),
      nonce: 'n',
    });
  });
}

function messagesOf(number: number, chats: number): Message[] {
  return Array.from({ length: MESSAGES_PER_CHAT }, (_, position) => ({
    id: `c${number} m${position}`,
    chatId: `c${number}`,
    runId: `c${number} r${Math.floor(position / (MESSAGES_PER_CHAT / RUNS_PER_CHAT))}`,
    position,
    createdAtMs: number * 1_000 + position,
    discardedBy: null,
    role: 'user',
    content: textOf(number, position, chats),
    changes: [],
    nonce: 'n',
  }));
}

/** The time of an operation in milliseconds. */
async function time(operation: Operation): Promise<number> {
  const act = OPERATIONS[operation];
  const startedAtMs = performance.now();
  await act({ chatList, chatView: (chatId) => chatView(chatId, null) });
  return performance.now() - startedAtMs;
}

/** Stores two chats about a page, with a run for every two messages. */
async function fillLong(): Promise<void> {
  for (const { chatId, messages } of [LONG_CHAT, SHORT_CHAT]) {
    const chat = newChat({
      id: chatId,
      title: chatId,
      atMs: 0,
      binding: { adapterId: 'notes', origin: 'http://notes.test', instanceId: 'i', title: 'Notes' },
      settings: { ...newChatSettings(), generatesTitle: false },
      lastStateHash: null,
    });
    const rows = Array.from({ length: messages }, (_, position) => longChatMessage(chatId, position));
    await db.transaction('rw', [db.chats, db.messages, db.runs, db.chatWords], async () => {
      await db.chats.add(chat);
      await db.messages.bulkAdd(rows);
      await db.runs.bulkAdd(
        rows.flatMap(({ id, runId, role }) =>
          role === 'user'
            ? [storedRun(ended('completed'), { id: runId ?? '', chatId, openingMessageId: id })]
            : [],
        ),
      );
      await db.chatWords.bulkPut(wordsOfMessages(rows));
    });
  }
}

function longChatMessage(chatId: string, position: number): Message {
  const base = {
    id: `${chatId} m${position}`,
    chatId,
    runId: `${chatId} r${Math.floor(position / 2)}`,
    position,
    createdAtMs: position,
    discardedBy: null,
    content: textOf(1, position, 1),
  };
  if (position % 2 === 0) return { ...base, role: 'user', changes: [], nonce: 'n' };
  return {
    ...base,
    role: 'assistant',
    reasoning: '',
    reasoningMs: 0,
    toolCalls: [],
    finishReason: 'stop',
    model: 'm',
    seenStateHash: null,
  };
}

/** The time of the check at the worker's start in milliseconds. */
async function timeCheck(): Promise<number> {
  const startedAtMs = performance.now();
  await checkAtStart(db, crypto.randomUUID(), 0);
  return performance.now() - startedAtMs;
}

Object.assign(globalThis, { fill, fillLong, time, timeCheck, timeRun: createRunBench(db) });
