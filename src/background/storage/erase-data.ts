import type { StewardDatabase } from '@/src/store/db';
import { transact } from './transact';

/**
 * Deletes every row of every table in one transaction, including the audit. Call it only after the user has confirmed.
 */
export function eraseData(db: StewardDatabase): Promise<void> {
  return transact(db, db.tables, async () => {
    for (const table of db.tables) await table.clear();
  });
}
