import type { Table } from 'dexie';
import Dexie from 'dexie';
import type { StewardDatabase } from '@/src/store/db';
import { stored } from './storage-error';

/** Runs work that writes to these tables in one transaction, or joins the caller's. Rejects as {@link stored} does. */
export function transact<Result>(
  db: Pick<StewardDatabase, 'transaction'>,
  tables: Table | readonly Table[],
  work: () => PromiseLike<Result>,
): Promise<Result> {
  return stored(() => db.transaction('rw', [tables].flat(), work));
}

/** Reads these tables in one transaction, so that the results are consistent. Rejects as {@link stored} does. */
export function snapshot<Result>(
  db: Pick<StewardDatabase, 'transaction'>,
  tables: Table[],
  work: () => PromiseLike<Result>,
): Promise<Result> {
  return stored(() => db.transaction('r', tables, work));
}

/** True if what is kept of these tables may differ from what a reading of the database would return. */
export function isInDoubt({ commits }: Pick<StewardDatabase, 'commits'>, tables: readonly string[]): boolean {
  // A surrounding transaction may have started before the last commit, and a read waits for a transaction that is writing now.
  return Dexie.currentTransaction !== null || commits.isWriting(tables);
}

/** Returns the cached value of this key, or reads it if there is none. */
type KeptValues<Value> = (key: string, read: () => Promise<Value>) => Promise<Value>;

/**
 * Caches what was read from these tables until a committed transaction changes one of them. For tables that are read often
 * and changed rarely. Only writes through `db` count; the background is the only writer.
 */
export function keptUntilCommit<Value>(
  db: StewardDatabase,
  tables: readonly Pick<Table, 'name'>[],
): KeptValues<Value> {
  const names = tables.map(({ name }) => name);
  const kept = new Map<string, { value: Value }>();
  let commits = 0;

  db.commits.listen((changes) => {
    if (changes?.some(({ table }) => names.includes(table)) === false) return;
    commits += 1;
    kept.clear();
  });

  return async (key, read) => {
    if (isInDoubt(db, names)) return read();
    const cached = kept.get(key);
    if (cached !== undefined) return cached.value;
    const before = commits;
    const value = await read();
    if (commits === before) kept.set(key, { value });
    return value;
  };
}
