// @own-modules: startSteward replaces Dexie's IndexedDB in the whole process
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { readBackup } from '@/src/background/storage/read-archive';
import { writeBackup } from '@/src/store/backup';
import { createDatabase } from '@/src/store/upgrades';
import { thawDatabase, writeFrozen } from '../fakes/frozen-database';
import { writeDatabase } from './write-database';

/** Name of the file in tests/fixtures/databases to write, e.g. `version-5`; undefined if none is to be frozen. */
const name = process.env.FREEZE_AS;

describe('the database of a user’s work', () => {
  it('has rows that its schemas accept, and can be frozen', async () => {
    const written = await writeDatabase();
    if (name !== undefined) writeFrozen(name, written);
    await thawDatabase('written', written);
    const db = createDatabase('written');
    expect((await readBackup((await writeBackup(db, 0)).join(''))).chats).toHaveLength(2);
    db.close();
  });
});
