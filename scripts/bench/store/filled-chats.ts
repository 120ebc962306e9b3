import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { Message } from '@/src/schema/message';
import { wordsOfMessages, wordsOfTitle } from '@/src/store/chat-words';
import type { StewardDatabase } from '@/src/store/db';
import { ended, storedRun } from '@/tests/panel/stored-run';
import type { StoreSizes } from './store-rows';

/** Number of chats stored per transaction. */
const BATCH = 20;

/** Number of different words in all texts. */
const VOCABULARY = 3_000;

const numbers = (length: number) => Array.from({ length }, (_, index) => index);

/**
 * Stores chats with all rows that the background would write for them, so that queries take as long as in the product. Messages are
 * by turns the user's and the model's.
 */
export async function storeChats(db: StewardDatabase, sizes: StoreSizes): Promise<void> {
  const { chats, messages, messagesOfOthers } = sizes;
  for (let from = 0; from < chats; from += BATCH) {
    const rows = numbers(Math.min(BATCH, chats - from)).map((index) =>
      rowsOf(from + index, from + index === 0 ? messages : messagesOfOthers, sizes),
    );
    await db.transaction('rw', [db.chats, db.messages, db.runs, db.chatWords], async () => {
      await db.chats.bulkAdd(rows.map((row) => row.chat));
      await db.runs.bulkAdd(rows.flatMap((row) => row.runs));
      await db.messages.bulkAdd(rows.flatMap((row) => row.messages));
      await db.chatWords.bulkPut(
        rows.flatMap(({ chat: { id, title, createdAtMs }, messages: own }) => [
          ...wordsOfMessages(own),
          ...wordsOfTitle(id, title, createdAtMs),
        ]),
      );
    });
  }
}

/** The rows of a chat, which depend only on the arguments. */
function rowsOf(number: number, count: number, { chats, messagesPerRun, wordsPerMessage }: StoreSizes) {
  const id = `c${number}`;
  const atMs = number * 1_000;
  const chat = newChat({
    ...{ id, title: `Question ${number} about models`, atMs, lastStateHash: null },
    binding: { adapterId: 'notes', origin: 'http://notes.test', instanceId: 'i', title: 'Notes' },
    settings: { ...newChatSettings(), generatesTitle: false },
  });
  const runs = numbers(count / messagesPerRun).map((index) => {
    const fails = number % 10 === 1 && index === count / messagesPerRun - 1;
    return storedRun(ended(fails ? 'error' : 'completed'), {
      ...{ id: `${id} r${index}`, chatId: id, openingMessageId: `${id} m${index * messagesPerRun}` },
      ...{ startedAtMs: atMs + index, endedAtMs: atMs + index },
      ...{ contextText: 'state '.repeat(100), nonce: 'n' },
    });
  });
  const messages = numbers(count).map((position): Message => {
    const base = {
      ...{ id: `${id} m${position}`, chatId: id, runId: `${id} r${Math.floor(position / messagesPerRun)}` },
      ...{ position, createdAtMs: atMs + position, discardedBy: null },
      content: textOf(number, position, wordsPerMessage, chats),
    };
    if (position % 2 === 0) return { ...base, role: 'user', changes: [], nonce: 'n' };
    const answer = { reasoning: '', reasoningMs: 0, model: 'm', seenStateHash: null };
    return { ...base, ...answer, role: 'assistant', toolCalls: [], finishReason: 'stop' };
  });
  return { chat, runs, messages };
}

/** A text of frequent and rare words, which depends only on the arguments. */
function textOf(chat: number, position: number, length: number, chats: number): string {
  const words = numbers(length).map((index) => {
    const seed = Math.sin(chat * 9_301 + position * 49_297 + index * 233) * 10_000;
    const share = seed - Math.floor(seed);
    return `word${Math.floor(share ** 3 * VOCABULARY).toString(36)}`;
  });
  if (position === 10) words.push('everywhere');
  // In at least ten chats, so that the first page of results is always full.
  if (position === 12 && chat % Math.max(1, chats / 100) === 0) words.push('sometimes');
  if (position === 14 && chat === Math.floor(chats / 2)) words.push('unique');
  return words.join(' ');
}
