import { searchWords } from '@/src/core/text/search-words';
import { type ChatWord, WORD_RECENCY } from './chat-words';
import type { StewardDatabase } from './db';

type Tables = Pick<StewardDatabase, 'chats' | 'chatWords'>;

/** Chats that are examined for each wanted result, at most: a search of common words that never occur together has an end. */
const EXAMINED_PER_RESULT = 10;

/** Most words that one beginning stands for; above it, the chats are examined in their order instead. */
const MAX_COMPLETIONS = 12;

const FIRST = -Infinity;
const LAST = Infinity;
/** After all words with the same beginning. */
const END = '\uffff';

/** Chats found, newest match first; candidates may repeat. `isCut`: there may be more. */
export interface FoundChats {
  chatIds: string[];
  isCut: boolean;
}

/** What the index has for one searched beginning of a word. */
interface Term {
  prefix: string;
  /** The words with this beginning; null if they are too many. */
  words: string[] | null;
  /** All its entries if they are few, else null. */
  few: ChatWord[] | null;
}

/** True if the text has anything to search for. */
export function isSearchable(text: string): boolean {
  return searchWords(text).length > 0;
}

/**
 * Finds the chats in whose title or messages all of the words begin somewhere. The time it takes depends on `limit`, not on the
 * number of chats. Run it inside a transaction over both tables.
 */
export async function searchChatIds(db: Tables, text: string, limit: number): Promise<FoundChats> {
  const terms = await Promise.all(searchWords(text).map((prefix) => termOf(db, prefix, limit)));
  const [first] = terms;
  if (first === undefined) return { chatIds: [], isCut: false };
  const driver = terms.reduce((best, term) => (cost(term) < cost(best) ? term : best), first);
  const others = driver.words === null ? terms : terms.filter((term) => term !== driver);
  const verdicts = new Map<string, boolean>();
  for (let wanted = limit + 1; ; wanted *= 2) {
    const { chatIds, isCut } = await candidatesOf(db, driver, wanted);
    const candidates = [...new Set(chatIds)];
    await Promise.all(
      candidates
        .filter((chatId) => !verdicts.has(chatId))
        .map(async (chatId) => verdicts.set(chatId, await hasAll(db, chatId, others))),
    );
    const found = candidates.filter((chatId) => verdicts.get(chatId) === true);
    if (!isCut || found.length > limit || wanted > limit * EXAMINED_PER_RESULT) {
      return { chatIds: found.slice(0, limit), isCut: isCut || found.length > limit };
    }
  }
}

/** Skips from word to word, so that a word of many chats costs no more than one of few. */
async function termOf(db: Tables, prefix: string, limit: number): Promise<Term> {
  const words: string[] = [];
  for (let from = prefix; ; from = `${words.at(-1)}\0`) {
    const rows = await db.chatWords
      .where(WORD_RECENCY)
      .between([from, FIRST], [`${prefix}${END}`, LAST])
      .limit(limit + 1)
      .toArray();
    const isFirst = words.length === 0;
    words.push(...new Set(rows.map(({ word }) => word)));
    if (rows.length <= limit) return { prefix, words, few: isFirst ? rows : null };
    if (words.length > MAX_COMPLETIONS) return { prefix, words: null, few: null };
  }
}

/** The smaller, the fewer chats have to be examined. A long word is probably rarer than a short one. */
function cost({ prefix, words, few }: Term): number {
  if (few !== null) return few.length - 1_000;
  return (words === null ? 1_000 : 0) - prefix.length;
}

async function candidatesOf(db: Tables, driver: Term, wanted: number): Promise<FoundChats> {
  if (driver.few !== null) return { chatIds: newestFirst(driver.few), isCut: false };
  if (driver.words === null) {
    const chatIds = await db.chats.orderBy('updatedAtMs').reverse().limit(wanted).primaryKeys();
    return { chatIds, isCut: chatIds.length === wanted };
  }
  const lists = await Promise.all(
    driver.words.map((word) =>
      db.chatWords.where(WORD_RECENCY).between([word, FIRST], [word, LAST]).limit(wanted).toArray(),
    ),
  );
  const isCut = lists.some((list) => list.length === wanted);
  // After that many, an entry that was not read may be newer.
  return { chatIds: newestFirst(lists.flat()).slice(0, isCut ? wanted : undefined), isCut };
}

function newestFirst(rows: readonly ChatWord[]): string[] {
  return [...rows].sort((a, b) => a.recency - b.recency).map(({ chatId }) => chatId);
}

async function hasAll(db: Tables, chatId: string, terms: readonly Term[]): Promise<boolean> {
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
