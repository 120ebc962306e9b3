import type { Table } from 'dexie';
import type { StewardDatabase } from '@/src/store/db';
import { transact } from './transact';

/** Deletes every row of these tables in one transaction. Returns their number. */
export function eraseTables(db: StewardDatabase, tables: readonly Table[]): Promise<number> {
  return transact(db, tables, async () => {
    let rows = 0;
    for (const table of tables) {
      rows += await table.count();
      await table.clear();
    }
    return rows;
  });
}
