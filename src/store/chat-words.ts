import type { Table } from 'dexie';
import type { OnProgress } from '@/src/core/each-percent';
import { searchedText } from '@/src/core/history/searched-text';
import { searchWords } from '@/src/core/text/search-words';
import type { Message } from '@/src/schema/message';
import { startingWith } from './starting-with';

/** A word in the title or the messages of a chat. The search finds chats by these rows alone. */
export interface ChatWord {
  chatId: string;
  /** Without case and accents. */
  word: string;
  field: 'title' | 'text';
  /** Time of the newest message with it, negative, so that the newest is the first in the index. */
  recency: number;
}

export type ChatWordKey = [chatId: string, word: string, field: ChatWord['field']];

/** The primary key in Dexie's syntax. */
export const CHAT_WORD_KEY = '[chatId+word+field]';

/** The index for the search in Dexie's syntax. */
export const WORD_RECENCY = '[word+recency]';

/** The words of messages, each once per chat. */
export function wordsOfMessages(messages: readonly Message[]): ChatWord[] {
  const newest = new Map<string, ChatWord>();
  for (const message of messages) {
    const { chatId, createdAtMs } = message;
    for (const word of searchWords(searchedText(message))) {
      const recency = Math.min(-createdAtMs, newest.get(`${chatId} ${word}`)?.recency ?? 0);
      newest.set(`${chatId} ${word}`, { chatId, word, field: 'text', recency });
    }
  }
  return [...newest.values()];
}

export function wordsOfTitle(chatId: string, title: string, atMs: number): ChatWord[] {
  return searchWords(title).map((word) => ({ chatId, word, field: 'title', recency: -atMs }));
}

/** The words of all chats and messages of a database, for its upgrade and a restore. `onChats`: receives the number of chats that are done. */
export async function fillChatWords(
  tables: { chats: Table; messages: Table; chatWords: Table },
  onChats?: OnProgress,
): Promise<void> {
  const chats: { id: string; title: string; updatedAtMs: number }[] = await tables.chats.toArray();
  for (const [index, { id, title, updatedAtMs }] of chats.entries()) {
    // One chat after the other, so that memory holds no more than the longest.
    const ofChat = startingWith(tables.messages, '[chatId+position]', id);
    const messages: Message[] = await ofChat.toArray();
    await tables.chatWords.bulkPut([...wordsOfMessages(messages), ...wordsOfTitle(id, title, updatedAtMs)]);
    onChats?.(index + 1, chats.length);
  }
}
