import type { Table } from 'dexie';
import type { StewardDatabase } from '@/src/store/db';
import { rowMissing } from './storage-error';

/** Reads one row. Rejects with `not-found` if it does not exist; `what` names it in the error. */
export async function rowOf<Row, Key, Insert>(
  table: Table<Row, Key, Insert>,
  key: Key,
  what: string,
): Promise<Row> {
  const row = await table.get(key);
  if (row === undefined) throw rowMissing(what);
  return row;
}

/**
 * Rejects with `not-found` if the chat is deleted. Call it in the transaction that adds a row which refers to the chat:
 * a row that is added after the deletion would never be deleted.
 */
export async function requireChat(db: Pick<StewardDatabase, 'chats'>, chatId: string): Promise<void> {
  if ((await db.chats.where('id').equals(chatId).count()) === 0) throw rowMissing('chat');
}
