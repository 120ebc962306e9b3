import { searchedText } from '@/src/core/history/searched-text';
import { matchedWords, searchExcerpt } from '@/src/core/text/marked-text';
import type { Chat } from '@/src/schema/chat';
import type { StewardDatabase } from './db';
import { startingWith } from './starting-with';

/** The matches of a search in one chat. */
export interface ChatMatch {
  /** The beginnings of words that were searched, to mark them. */
  words: readonly string[];
  /** The part around a match of the message with the most of the words; null if they are all in the title. */
  excerpt: string | null;
}

/** Entries of one word's beginning that are read for a chat. */
const MAX_ENTRIES = 50;

/**
 * Finds the words of a search in a chat that it found. Reads the index, and of the messages only those with a word. Run it inside a
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

/** The time of the newest message with this beginning of a word; none if only the title has it. */
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
