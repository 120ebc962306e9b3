import type { Table } from 'dexie';
import type { StewardDatabase } from '@/src/store/db';
import { transact } from './transact';

/**
 * Deletes all rows of all tables, including the audit, in one transaction. Call it only after the user has confirmed.
 * Returns the number of deleted rows.
 */
export function eraseData(db: StewardDatabase): Promise<number> {
  return erase(db, db.tables);
}

/** Deletes all recorded requests with their parts. Returns the number of deleted rows. */
export function eraseRequests(db: StewardDatabase): Promise<number> {
  return erase(db, [db.sentRequests, db.requestParts]);
}

/** Deletes all payloads, including those of deleted chats. Returns the number of deleted rows. */
export function erasePayloads(db: StewardDatabase): Promise<number> {
  return erase(db, [db.payloads]);
}

function erase(db: StewardDatabase, tables: readonly Table[]): Promise<number> {
  return transact(db, tables, async () => {
    let rows = 0;
    for (const table of tables) {
      rows += await table.count();
      await table.clear();
    }
    return rows;
  });
}
