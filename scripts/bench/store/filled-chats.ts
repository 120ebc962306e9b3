import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { Message } from '@/src/schema/message';
import type { StoredRun } from '@/src/schema/run';
import { wordsOfMessages, wordsOfTitle } from '@/src/store/chat-words';
import type { StewardDatabase } from '@/src/store/db';
import { ended, storedRun } from '@/tests/panel/stored-run';

/** Contents of a chat to store. Its messages are by turns the user's and the model's. */
export interface FilledChat {
  id: string;
  title: string;
  atMs: number;
  messages: number;
  messagesPerRun: number;
  contextText: string;
  lastRunFails: boolean;
  textAt(position: number): string;
}

/** Number of chats stored per transaction. */
const BATCH = 20;

/** Stores this many chats. The number of a chat determines its contents. */
export async function storeNumbered(
  db: StewardDatabase,
  count: number,
  chatAt: (number: number) => FilledChat,
): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    const size = Math.min(BATCH, count - from);
    await storeChats(
      db,
      Array.from({ length: size }, (_, index) => chatAt(from + index)),
    );
  }
}

/** Stores chats with all rows that the background would write for them, so that queries take as long as in the product. */
export async function storeChats(db: StewardDatabase, chats: readonly FilledChat[]): Promise<void> {
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
