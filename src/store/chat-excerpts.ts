import { searchedText } from '@/src/core/history/searched-text';
import { matchedWords, searchExcerpt } from '@/src/core/text/marked-text';
import type { Chat } from '@/src/schema/chat';
import type { StewardDatabase } from './db';
import { startingWith } from './starting-with';

/** The matches of a search in one chat. */
export interface ChatMatch {
  /** The searched beginnings of words, for marking them. */
  words: readonly string[];
  /** An excerpt of the message that contains most of the words; null if the title contains all of them, or no message any. */
  excerpt: string | null;
}

/** Maximum index entries that are read for one searched word in one chat. */
const MAX_ENTRIES = 50;

/**
 * Locates the words of a search in a chat that the search found. Reads the index, and no message without a match. Run it inside a
 * transaction over both tables.
 */
export async function matchIn(
  db: Pick<StewardDatabase, 'chatWords' | 'messages'>,
  chat: Chat,
  words: readonly string[],
): Promise<ChatMatch> {
  if (matchedWords(chat.title, words) === words.length) return { words, excerpt: null };
  const times = new Set((await Promise.all(words.map((word) => newestTime(db, chat.id, word)))).flat());
  if (times.size === 0) return { words, excerpt: null };
  const found = await startingWith(db.messages, '[chatId+position]', chat.id)
    .reverse()
    .filter((message) => times.has(message.createdAtMs) && searchedText(message) !== '')
    .limit(times.size)
    .toArray();
  const [best] = found
    .map((message) => searchedText(message))
    .sort((a, b) => matchedWords(b, words) - matchedWords(a, words));
  return { words, excerpt: best === undefined ? null : searchExcerpt(best, words) };
}

/** The time of the newest message with a word that starts like this; empty if only the title has one. */
async function newestTime(
  db: Pick<StewardDatabase, 'chatWords'>,
  chatId: string,
  word: string,
): Promise<number[]> {
  const entries = await db.chatWords
    .where('[chatId+word+field]')
    .between([chatId, word, ''], [chatId, `${word}\uffff`, '\uffff'])
    .limit(MAX_ENTRIES)
    .toArray();
  const times = entries.filter(({ field }) => field === 'text').map(({ recency }) => -recency);
  return times.length === 0 ? [] : [Math.max(...times)];
}
