import Dexie, { type Collection, type IndexableTypePart, type Table } from 'dexie';

/** The rows whose compound index begins with these values, in its order. */
export function startingWith<Row, Key, Insert>(
  table: Table<Row, Key, Insert>,
  index: string,
  ...values: IndexableTypePart[]
): Collection<Row, Key, Insert> {
  return table.where(index).between([...values, Dexie.minKey], [...values, Dexie.maxKey]);
}
