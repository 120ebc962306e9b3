// @own-modules: the panel's database is opened by its module
import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { DATABASE_NAME, VERSIONS } from '@/src/store/db';
import { connections, openDatabase } from '@/src/store/queries';
import { freezeDatabase, readFrozen, thawDatabase } from '../fakes/frozen-database';

it('the panel says that it can’t open the database, tries again, and upgrades one of an earlier version', async () => {
  const refused = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('The disk is gone.', 'UnknownError');
  });
  await expect(openDatabase()).rejects.toMatchObject({ code: 'storage' });
  refused.mockRestore();
  await thawDatabase(DATABASE_NAME, readFrozen('version-4'));
  await openDatabase();
  expect(await connections()).not.toEqual([]);
  const { schema } = await freezeDatabase(DATABASE_NAME);
  expect(schema.version).toBe(VERSIONS.length * 10);
  expect(schema.stores).toEqual(readFrozen('version-10').schema.stores);
});
