import { isListed } from '@/src/core/records/chat';
import { searchWords } from '@/src/core/text/search-words';
import { type ChatWord, WORD_RECENCY } from './chat-words';
import type { StewardDatabase } from './db';

type SearchTables = Pick<StewardDatabase, 'chats' | 'chatWords'>;

/** Maximum number of chats examined for each wanted result. It bounds a search for common words that never occur together. */
const EXAMINED_PER_RESULT = 10;

/** Maximum number of words with one searched beginning. With more, the search examines the chats, newest first. */
const MAX_COMPLETIONS = 6;

const FIRST = -Infinity;
const LAST = Infinity;
/** Sorts after all words with the same beginning. */
const END = '\uffff';

/** Ids of chats, newest match first. Ids of candidates may repeat. `isCut`: there may be more. */
export interface FoundChats {
  chatIds: string[];
  isCut: boolean;
}

/** The index's entries for one searched beginning of a word. */
interface Term {
  prefix: string;
  /** The words with this beginning; null if there are too many. */
  words: string[] | null;
  /**
   * The entries read so far: all of them if they are few, otherwise the newest entries of a single word; null if several words
   * match.
   */
  first: ChatWord[] | null;
  /** Number of entries; infinite if unknown. */
  count: number;
}

/** True if the text has anything to search for. */
export function isSearchable(text: string): boolean {
  return searchWords(text).length > 0;
}

/**
 * Finds the listed chats whose title or messages have, for each searched word, a word that starts with it. The time depends on `limit`,
 * not on the number of chats. Run it inside a transaction over both tables.
 */
export async function searchChatIds(db: SearchTables, text: string, limit: number): Promise<FoundChats> {
  const terms = await Promise.all(searchWords(text).map((prefix) => termOf(db, prefix, limit + 1)));
  const [first] = terms;
  if (first === undefined) return { chatIds: [], isCut: false };
  // The term with the fewest entries gives the candidates. Each candidate is then checked for the other terms.
  const driver = terms.reduce((best, term) => (term.count < best.count ? term : best), first);
  const others = driver.words === null ? terms : terms.filter((term) => term !== driver);
  const verdicts = new Map<string, boolean>();
  for (let wanted = limit + 1; ; wanted *= 2) {
    const { chatIds, isCut } = await candidatesOf(db, driver, wanted);
    const candidates = [...new Set(chatIds)];
    await Promise.all(
      candidates
        .filter((chatId) => !verdicts.has(chatId))
        .map(async (chatId) =>
          verdicts.set(chatId, (await isShown(db, chatId)) && (await hasAll(db, chatId, others))),
        ),
    );
    const found = candidates.filter((chatId) => verdicts.get(chatId) === true);
    if (!isCut || found.length > limit || wanted > limit * EXAMINED_PER_RESULT) {
      return { chatIds: found.slice(0, limit), isCut: isCut || found.length > limit };
    }
  }
}

/** Reads the index for a searched beginning. Skips from word to word, so that a word of many chats costs no more than one of few. */
async function termOf(db: SearchTables, prefix: string, size: number): Promise<Term> {
  const read = (from: string) => entries(db, from, `${prefix}${END}`).limit(size).toArray();
  // The second reading skips the entries of the word `prefix` itself. It is needed if the user typed a whole word, and starts at
  // once to save time.
  const [first, next] = await Promise.all([read(prefix), read(`${prefix}\0`)]);
  if (first.length < size) {
    return { prefix, words: [...new Set(first.map(({ word }) => word))], first, count: first.length };
  }
  const words = new Set(first.map(({ word }) => word));
  let last = first.at(-1)?.word ?? prefix;
  for (let rows = last === prefix ? next : await read(`${last}\0`); ; rows = await read(`${last}\0`)) {
    for (const { word } of rows) words.add(word);
    if (rows.length < size) break;
    if (words.size > MAX_COMPLETIONS) return { prefix, words: null, first: null, count: Infinity };
    last = rows.at(-1)?.word ?? last;
  }
  const count = await entries(db, prefix, `${prefix}${END}`).count();
  return { prefix, words: [...words], first: words.size === 1 ? first : null, count };
}

/** The entries from one word to another, each word's newest first. */
function entries(db: SearchTables, from: string, to: string) {
  return db.chatWords.where(WORD_RECENCY).between([from, FIRST], [to, LAST]);
}

async function candidatesOf(db: SearchTables, driver: Term, wanted: number): Promise<FoundChats> {
  const { words, first, count } = driver;
  if (words === null) {
    const chatIds = await db.chats
      .orderBy('updatedAtMs')
      .reverse()
      .filter(isListed)
      .limit(wanted)
      .primaryKeys();
    return { chatIds, isCut: chatIds.length === wanted };
  }
  if (first !== null && (first.length === count || first.length >= wanted)) {
    return { chatIds: idsNewestFirst(first), isCut: first.length < count };
  }
  const lists = await Promise.all(words.map((word) => entries(db, word, word).limit(wanted).toArray()));
  const isCut = lists.some((list) => list.length === wanted);
  // Beyond this number, an entry that was not read may be newer.
  return { chatIds: idsNewestFirst(lists.flat()).slice(0, isCut ? wanted : undefined), isCut };
}

function idsNewestFirst(rows: readonly ChatWord[]): string[] {
  return [...rows].sort((a, b) => a.recency - b.recency).map(({ chatId }) => chatId);
}

/** False for a member and for a deleted chat: the limit is one of shown chats. */
async function isShown({ chats }: SearchTables, chatId: string): Promise<boolean> {
  const chat = await chats.get(chatId);
  return chat !== undefined && isListed(chat);
}

async function hasAll(db: SearchTables, chatId: string, terms: readonly Term[]): Promise<boolean> {
  const found = await Promise.all(
    terms.map(({ prefix }) =>
      db.chatWords
        .where('[chatId+word+field]')
        .between([chatId, prefix, ''], [chatId, `${prefix}${END}`, END])
        .limit(1)
        .primaryKeys(),
    ),
  );
  return found.every((keys) => keys.length > 0);
}
