import Dexie, { type Collection, type Table } from 'dexie';
import type { StewardDatabase } from '@/src/store/db';
import { startingWith } from '@/src/store/starting-with';

/** The tables with a chat's record, each with an index that begins with the chat. */
export const RECORD_TABLES = {
  messages: '[chatId+position]',
  runs: '[chatId+startedAtMs]',
  executions: 'chatId',
  approvals: '[chatId+createdAtMs]',
  checkpoints: '[chatId+sequence]',
} as const;

/**
 * The tables with what a chat can do without. A panel or a request that is late may write them after the chat was deleted, so such
 * rows alone are no reason to recover it.
 */
export const EXTRA_TABLES = {
  usage: '[chatId+atMs]',
  contexts: 'chatId',
  composerTexts: 'chatId',
  chatImages: '[chatId+id]',
  restores: 'chatId',
  sentRequests: '[chatId+atMs]',
  requestParts: 'chatId',
  payloads: '[chatId+id]',
} as const;

const CHAT_TABLES = { ...RECORD_TABLES, ...EXTRA_TABLES };

export type ChatTable = keyof typeof CHAT_TABLES;

export const CHAT_TABLE_NAMES = Object.keys(CHAT_TABLES) as ChatTable[];

/** One of the tables, without the type of its rows. */
export function tableOf(db: StewardDatabase, table: ChatTable): Table {
  return db[table] as unknown as Table;
}

/** The rows of a chat in one of its tables. */
export function rowsOfChat(db: StewardDatabase, table: ChatTable, chatId: string): Collection {
  const index = CHAT_TABLES[table];
  const rows = tableOf(db, table);
  return index === 'chatId' ? rows.where(index).equals(chatId) : startingWith(rows, index, chatId);
}

/** The first id of a chat after `after` that any row of the database names, in order; null after the last. Skips from chat to chat. */
export async function nextChatId(db: StewardDatabase, after: string): Promise<string | null> {
  const found = await Promise.all([
    db.chats.where('id').above(after).limit(1).primaryKeys(),
    ...CHAT_TABLE_NAMES.map(async (table): Promise<unknown[]> => {
      const index = CHAT_TABLES[table];
      const where = tableOf(db, table).where(index);
      const next = index === 'chatId' ? where.above(after) : where.above([after, Dexie.maxKey]);
      return (await next.limit(1).keys()).flat(1).slice(0, 1);
    }),
  ]);
  const ids = found.flat().map(String).sort();
  return ids[0] ?? null;
}
