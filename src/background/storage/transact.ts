import type { Table } from 'dexie';
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
