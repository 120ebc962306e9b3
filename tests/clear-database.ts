import Dexie from 'dexie';
import { afterAll } from 'vitest';
import { DATABASE_NAME } from '@/src/store/db';

// The files of a worker share the database. It is cleared through Dexie, which then drops its cached query results.
afterAll(async () => {
  if (!(await Dexie.exists(DATABASE_NAME))) return;
  const db = await new Dexie(DATABASE_NAME).open();
  await Promise.all(db.tables.map((table) => table.clear()));
  db.close();
});
