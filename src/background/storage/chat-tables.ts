import Dexie, { type Collection, type Table } from 'dexie';
import type { StewardDatabase } from '@/src/store/db';
import { startingWith } from '@/src/store/starting-with';

/** The tables of a chat's record, each with an index that starts with the chat id. */
export const RECORD_TABLES = {
  messages: '[chatId+position]',
  runs: '[chatId+startedAtMs]',
  executions: 'chatId',
  approvals: '[chatId+createdAtMs]',
  checkpoints: '[chatId+sequence]',
} as const;

/**
 * Tables of dispensable data. A late panel or request may write to them after the chat was deleted, so such rows alone
 * are no reason to recover a chat.
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

/** One of the tables, without its row type. */
export function tableOf(db: StewardDatabase, table: ChatTable): Table {
  return db[table] as unknown as Table;
}

/** The rows of a chat in one of its tables. */
export function rowsOfChat(db: StewardDatabase, table: ChatTable, chatId: string): Collection {
  const index = CHAT_TABLES[table];
  const rows = tableOf(db, table);
  return index === 'chatId' ? rows.where(index).equals(chatId) : startingWith(rows, index, chatId);
}

/**
 * The first chat id after `after` that any row of the database refers to; null after the last one. Skips from chat to
 * chat instead of reading all rows.
 */
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
