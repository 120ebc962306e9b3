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

/** Number of chats stored per transaction. */
const BATCH = 20;

/** A chat to store, in which messages of the user and answers alternate. */
interface FilledChat {
  id: string;
  title: string;
  atMs: number;
  messages: number;
  messagesPerRun: number;
  contextText: string;
  lastRunFails: boolean;
  textAt(position: number): string;
}

/** Stores many chats of the same length. */
async function fill(chats: number): Promise<void> {
  for (let from = 0; from < chats; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, chats - from) }, (_, index) => from + index);
    await store(
      numbers.map((number) => ({
        id: `c${number}`,
        title: titleOf(number),
        atMs: number * 1_000,
        messages: MESSAGES_PER_CHAT,
        messagesPerRun: MESSAGES_PER_CHAT / RUNS_PER_CHAT,
        contextText: 'state '.repeat(100),
        lastRunFails: number % 10 === 1,
        textAt: (position) => textOf(number, position, chats),
      })),
    );
  }
}

/** Stores two chats about a page, with a run for every two messages. */
function fillLong(): Promise<void> {
  return store(
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

/** Stores chats with the rows that the background writes, so that queries read what they read in the product. */
async function store(chats: readonly FilledChat[]): Promise<void> {
  const messages = chats.map(messagesOf);
  await db.transaction('rw', [db.chats, db.messages, db.runs, db.chatWords], async () => {
    await db.chats.bulkAdd(
      chats.map(({ id, title, atMs }) =>
        newChat({
          ...{ id, title, atMs, lastStateHash: null },
          binding: { adapterId: 'notes', origin: 'http://notes.test', instanceId: 'i', title: 'Notes' },
          settings: { ...newChatSettings(), generatesTitle: false },
        }),
      ),
    );
    await db.runs.bulkAdd(chats.flatMap(runsOf));
    await db.messages.bulkAdd(messages.flat());
    await db.chatWords.bulkPut([
      ...messages.flatMap(wordsOfMessages),
      ...chats.flatMap(({ id, title, atMs }) => wordsOfTitle(id, title, atMs)),
    ]);
  });
}

function runsOf({ id, messages, messagesPerRun, atMs, contextText, lastRunFails }: FilledChat): StoredRun[] {
  const count = messages / messagesPerRun;
  return Array.from({ length: count }, (_, index) =>
    storedRun(ended(lastRunFails && index === count - 1 ? 'error' : 'completed'), {
      id: `${id} r${index}`,
      chatId: id,
      openingMessageId: `${id} m${index * messagesPerRun}`,
      startedAtMs: atMs + index,
      endedAtMs: atMs + index,
      contextText,
      nonce: 'n',
    }),
  );
}

function messagesOf({ id, messages, messagesPerRun, atMs, textAt }: FilledChat): Message[] {
  return Array.from({ length: messages }, (_, position): Message => {
    const base = {
      id: `${id} m${position}`,
      chatId: id,
      runId: `${id} r${Math.floor(position / messagesPerRun)}`,
      position,
      createdAtMs: atMs + position,
      discardedBy: null,
      content: textAt(position),
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
  });
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
