import { searchedText } from '@/src/core/history/searched-text';
import { isListed } from '@/src/core/records/chat';
import { waitsForUser } from '@/src/core/records/transition';
import { matchedWords, searchExcerpt } from '@/src/core/text/marked-text';
import { searchWords } from '@/src/core/text/search-words';
import type { Chat } from '@/src/schema/chat';
import type { PageBinding } from '@/src/schema/page-binding';
import type { Run } from '@/src/schema/run';
import type { RunStatus } from '@/src/schema/run-status';
import { isSearchable, searchChatIds } from './chat-search';
import { RUN_OUTCOMES, type StewardDatabase } from './db';
import { startingWith } from './starting-with';

/** Maximum index entries that are read for one searched word in one chat. */
const MAX_ENTRIES = 50;

export interface ListedChat {
  chatId: string;
  title: string;
  /** The page of the chat; null if it has none. */
  page: PageBinding | null;
  /** The number of sites of a chat about several; 0 for a chat about one page. */
  siteCount: number;
  updatedAtMs: number;
  isPinned: boolean;
  isUnread: boolean;
  /** The status of its last run, if the run isn't over or has failed; otherwise null. */
  status: RunStatus | null;
  /** The matches of a search in the chat; null without a search. */
  match: ChatMatch | null;
}

/** The first chats of the list, or of a search. `isCut` is true if there may be more. */
export interface FirstChats {
  chats: ListedChat[];
  isCut: boolean;
}

/** A chat whose run isn't over. */
export interface UnfinishedChat {
  chatId: string;
  title: string;
  /** The page of the chat; null if it has none. */
  page: PageBinding | null;
  /** The number of sites of a chat about several; 0 for a chat about one page. */
  siteCount: number;
  status: RunStatus;
  updatedAtMs: number;
}

/** The list of chats, read-only. The time of a query doesn't depend on the number of chats. */
export interface ChatListReader {
  /** At most `limit` chats. Without a text: the pinned ones, then the newest. With a text: those that match, newest match first. */
  first(options: { text: string; limit: number }): Promise<FirstChats>;
  /** All chats whose run isn't over: those that wait for the user first, then by time, newest first. */
  unfinished(): Promise<UnfinishedChat[]>;
  /** The chats that the user deleted, and that can still be restored; the last deleted first. */
  deleted(): Promise<{ chatId: string; title: string; deletedAtMs: number }[]>;
  /** True if the chat is stored, and the user has not deleted it. */
  has(chatId: string): Promise<boolean>;
}

export function createChatListReader(db: StewardDatabase): ChatListReader {
  async function firstChats(limit: number): Promise<{ rows: Chat[]; isCut: boolean }> {
    const pinned = await db.chats
      .where('pinnedAtMs')
      .above(-Infinity)
      .reverse()
      .filter(isListed)
      .limit(limit + 1)
      .toArray();
    const others = await db.chats
      .orderBy('updatedAtMs')
      .reverse()
      .filter((chat) => isListed(chat) && chat.pinnedAtMs === null)
      .limit(Math.max(0, limit + 1 - pinned.length))
      .toArray();
    const rows = [...pinned, ...others];
    return { rows: rows.slice(0, limit), isCut: rows.length > limit };
  }

  async function foundChats(text: string, limit: number): Promise<{ rows: Chat[]; isCut: boolean }> {
    const { chatIds, isCut } = await searchChatIds(db, text, limit);
    const found = await db.chats.bulkGet(chatIds);
    return { rows: found.flatMap((chat) => chat ?? []), isCut };
  }

  async function failedStatus(chatId: string): Promise<RunStatus | null> {
    const failed = await db.runs.where(RUN_OUTCOMES).equals([chatId, 'error']).primaryKeys();
    if (failed.length === 0) return null;
    const runId = await lastRunId(db, chatId);
    const run = runId !== null && failed.includes(runId) ? await db.runs.get(runId) : undefined;
    return run?.status ?? null;
  }

  /**
   * The open runs that the conversations of their chats still contain. A chat about several sites waits for the user while one of its
   * sites does. Call it within a transaction.
   */
  async function openRuns(): Promise<Run[]> {
    const runs = await db.runs.where('isOpen').equals(1).toArray();
    const last = await Promise.all(runs.map(({ chatId }) => lastRunId(db, chatId)));
    const open = runs.filter(({ id }, index) => id === last[index]);
    const chats = await db.chats.bulkGet(open.map(({ chatId }) => chatId));
    const waiting = new Map(
      open.flatMap(({ status }, index) => {
        const leading = chats[index]?.memberOf;
        return leading !== undefined && waitsForUser(status) ? [[leading, status]] : [];
      }),
    );
    return open.map((run) => ({ ...run, status: waiting.get(run.chatId) ?? run.status }));
  }

  return {
    first: ({ text, limit }) =>
      db.transaction('r', [db.chats, db.chatWords, db.runs, db.messages], async () => {
        const [{ rows, isCut }, open] = await Promise.all([
          isSearchable(text) ? foundChats(text, limit) : firstChats(limit),
          openRuns(),
        ]);
        const words = searchWords(text);
        const statuses = new Map(open.map(({ chatId, status }) => [chatId, status]));
        const chats = rows.map(
          async (chat): Promise<ListedChat> => ({
            chatId: chat.id,
            title: chat.title,
            page: chat.binding,
            siteCount: siteCountOf(chat),
            updatedAtMs: chat.updatedAtMs,
            isPinned: chat.pinnedAtMs !== null,
            isUnread: chat.isUnread,
            status: statuses.get(chat.id) ?? (await failedStatus(chat.id)),
            match: words.length === 0 ? null : await matchIn(db, chat, words),
          }),
        );
        return { chats: await Promise.all(chats), isCut };
      }),

    unfinished: () =>
      db.transaction('r', [db.chats, db.messages, db.runs], async () => {
        const runs = await openRuns();
        const chats = await db.chats.bulkGet(runs.map(({ chatId }) => chatId));
        const place = ({ status }: UnfinishedChat) => (waitsForUser(status) ? 0 : 1);
        return runs
          .flatMap(({ status }, index): UnfinishedChat[] => {
            const chat = chats[index];
            if (chat === undefined || !isListed(chat)) return [];
            const { id, title, binding, updatedAtMs } = chat;
            const siteCount = siteCountOf(chat);
            return [{ chatId: id, title, page: binding, siteCount, status, updatedAtMs }];
          })
          .sort((a, b) => place(a) - place(b) || b.updatedAtMs - a.updatedAtMs);
      }),

    async deleted() {
      const chats = await db.chats.orderBy('deletedAtMs').reverse().toArray();
      return chats.flatMap(({ id, title, deletedAtMs }) =>
        deletedAtMs === null ? [] : [{ chatId: id, title, deletedAtMs }],
      );
    },

    async has(chatId) {
      const chat = await db.chats.get(chatId);
      return chat !== undefined && isListed(chat);
    },
  };
}

function siteCountOf({ targets }: Chat): number {
  return targets?.length ?? 0; // Missing in a chat about one page.
}

/** The run of the conversation's last message that has one: a rollback may have discarded later runs. */
async function lastRunId(db: StewardDatabase, chatId: string): Promise<string | null> {
  const last = await startingWith(db.messages, '[chatId+position]', chatId)
    .reverse()
    .filter((message) => message.runId !== null && message.discardedBy === null)
    .first();
  return last?.runId ?? null;
}

/** The matches of a search in one chat. */
interface ChatMatch {
  /** The searched beginnings of words, for marking them. */
  words: readonly string[];
  /** An excerpt of the message that contains most of the words; null if the title contains all of them, or no message any. */
  excerpt: string | null;
}

/**
 * Locates the words of a search in a chat that the search found. Reads the index, and no message without a match. Run it inside a
 * transaction over both tables.
 */
async function matchIn(
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

/** The time of the newest message with a word that starts with `word`, as a list; empty if only the title has such a word. */
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
