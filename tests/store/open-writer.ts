import { afterEach } from 'vitest';
import { DATABASE_NAME, type StewardDatabase } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';

/** Another connection to the database of the queries, which is emptied after each test of the calling file. */
export function openWriter(): StewardDatabase {
  const writer = createDatabase(DATABASE_NAME);
  afterEach(async () => {
    await Promise.all(writer.tables.map((table) => table.clear()));
  });
  return writer;
}
