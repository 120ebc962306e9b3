import Dexie from 'dexie';
import { afterEach, describe, expect, it } from 'vitest';
import { readBackup } from '@/src/background/storage/read-archive';
import { rescueBackup } from '@/src/store/backup';
import { readFrozen, thawDatabase } from '../fakes/frozen-database';

const NAME = 'rescued';

afterEach(async () => {
  await Dexie.delete(NAME);
});

describe('what is saved of a database that the product can’t open', () => {
  it.each(['version-4', 'version-5', 'version-6'])(
    'is all rows of %s, without keys, as a backup',
    async (file) => {
      const frozen = readFrozen(file);
      await thawDatabase(NAME, frozen);
      const { text, unread } = await rescueBackup(NAME, 0);
      expect(unread).toEqual([]);
      const restored = await readBackup(text);
      const written = (store: string) => frozen.rows.filter((row) => row.store === store).length;
      for (const table of ['chats', 'messages', 'runs', 'executions', 'checkpoints'] as const) {
        expect(restored[table], table).toHaveLength(written(table));
      }
      expect(written('connectionSecrets')).toBeGreaterThan(0);
      expect(text).not.toContain('connectionSecrets');
    },
  );

  it('leaves the database as it was, for a build that can upgrade it', async () => {
    await thawDatabase(NAME, readFrozen('version-4'));
    await rescueBackup(NAME, 0);
    const db = await new Dexie(NAME).open();
    expect(db.verno).toBe(4);
    db.close();
  });

  it('is an error if there is no database', async () => {
    await expect(rescueBackup(NAME, 0)).rejects.toMatchObject({ code: 'storage' });
  });
});
