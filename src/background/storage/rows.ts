import type { Table, UpdateSpec } from 'dexie';
import type { StewardError } from '@/src/core/errors';
import { chatGone } from '@/src/core/records/record-access';
import type { KnownContext } from '@/src/schema/known-page';
import type { StewardDatabase } from '@/src/store/db';
import { rowMissing } from './storage-error';

/**
 * Changes exactly one row, in the caller's transaction if there is one. Doesn't write a row whose fields already have
 * these values; objects are compared by identity. Rejects with `not-found` if the row is missing, even without changes,
 * which aborts the transaction. Dexie's own `update` reads the row twice, and resolves silently without a row.
 */
export async function updateRow<Row extends object, Key, Insert>(
  table: Table<Row, Key, Insert>,
  key: Key,
  changes: Partial<Insert> | ((row: Row) => Partial<Insert>),
): Promise<void> {
  await table.db.transaction('rw', table, async () => {
    const row = await rowOf(table, key);
    const wanted = typeof changes === 'function' ? changes(row) : changes;
    const isChanged = Object.entries(wanted).some(([field, value]) => row[field as keyof Row] !== value);
    if (isChanged) await table.put({ ...row, ...wanted } as unknown as Insert);
  });
}

/** As {@link updateRow}, for several rows by their primary keys; each of them must exist. */
export async function updateRows<Row, Insert>(
  table: Table<Row, string, Insert>,
  keys: readonly string[],
  changes: UpdateSpec<Insert>,
): Promise<void> {
  const rows = await table.where(':id').anyOf(keys).modify(changes);
  if (rows !== keys.length) throw missingIn(table);
}

/** Reads one row. Rejects with `not-found` if it doesn't exist. */
export async function rowOf<Row, Key, Insert>(table: Table<Row, Key, Insert>, key: Key): Promise<Row> {
  const row = await table.get(key);
  if (row === undefined) throw missingIn(table);
  return row;
}

/**
 * Rejects with `not-found` if the chat is deleted. Call it in the transaction that adds a row which refers to the chat:
 * a row that is added after the deletion would never be deleted.
 */
export async function requireChat(db: Pick<StewardDatabase, 'chats'>, chatId: string): Promise<void> {
  if ((await db.chats.where('id').equals(chatId).count()) === 0) throw missingIn(db.chats);
}

function missingIn({ name }: Pick<Table, 'name'>): StewardError {
  return name === 'chats' ? chatGone() : rowMissing(name);
}

/** Creates the row with the page's state as the chat's conversation knows it from now on. */
export function knownRow(
  chatId: string,
  known: Pick<KnownContext, 'context' | 'at' | 'atMs'> & Partial<Pick<KnownContext, 'carried'>>,
): KnownContext {
  const { context, at, atMs, carried = [] } = known;
  return { chatId, context, at, atMs, carried, own: null };
}
