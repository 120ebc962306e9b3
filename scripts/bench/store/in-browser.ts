import { checkAtStart } from '@/src/background/storage/check-integrity';
import { DATABASE_NAME, StewardDatabase } from '@/src/store/db';
import { chatList, chatView } from '@/src/store/queries';
import { MESSAGES_PER_CHAT, OPERATIONS, type Operation, RUNS_PER_CHAT, textOf, titleOf } from './chat-store';
import { storeChats, storeNumbered } from './filled-chats';
import { LONG_CHAT, SHORT_CHAT } from './long-chat';
import { createRunBench } from './run-in-browser';

const db = new StewardDatabase(DATABASE_NAME);

/** Stores many chats of the same length. */
function fill(chats: number): Promise<void> {
  return storeNumbered(db, chats, (number) => ({
    id: `c${number}`,
    title: titleOf(number),
    atMs: number * 1_000,
    messages: MESSAGES_PER_CHAT,
    messagesPerRun: MESSAGES_PER_CHAT / RUNS_PER_CHAT,
    contextText: 'state '.repeat(100),
    lastRunFails: number % 10 === 1,
    textAt: (position) => textOf(number, position, chats),
  }));
}

/** Stores two chats about a page, with a run for every two messages. */
function fillLong(): Promise<void> {
  return storeChats(
    db,
    [LONG_CHAT, SHORT_CHAT].map(({ chatId, messages }) => ({
      id: chatId,
      title: chatId,
      atMs: 0,
      messages,
      messagesPerRun: 2,
      contextText: '',
      lastRunFails: false,
      textAt: (position) => textOf(1, position, 1),
    })),
  );
}

/** Measures an operation, in milliseconds. */
async function time(operation: Operation): Promise<number> {
  const act = OPERATIONS[operation];
  const startedAtMs = performance.now();
  await act({ chatList, chatView: (chatId) => chatView(chatId, null) });
  return performance.now() - startedAtMs;
}

/** Measures the check at the worker's start, in milliseconds. */
async function timeCheck(): Promise<number> {
  const startedAtMs = performance.now();
  await checkAtStart(db, crypto.randomUUID(), 0);
  return performance.now() - startedAtMs;
}

Object.assign(globalThis, { fill, fillLong, time, timeCheck, timeRun: createRunBench(db) });
