import type { Table, UpdateSpec } from 'dexie';
import { rowMissing } from './storage-error';

/**
 * Changes exactly one row: Dexie's own `update` resolves silently if no row has the key. Throws `not-found`,
 * which aborts the caller's transaction, naming the row as `what`.
 */
export async function updateRow<Row, Key, Insert>(
  table: Table<Row, Key, Insert>,
  key: Key,
  changes: UpdateSpec<Insert>,
  what: string,
): Promise<void> {
  if ((await table.update(key, changes)) === 0) throw rowMissing(what);
}

/** The same for several rows by their primary keys; each of them must exist. */
export async function updateRows<Row, Insert>(
  table: Table<Row, string, Insert>,
  keys: readonly string[],
  changes: UpdateSpec<Insert>,
  what: string,
): Promise<void> {
  const rows = await table.where(':id').anyOf(keys).modify(changes);
  if (rows !== keys.length) throw rowMissing(what);
}
