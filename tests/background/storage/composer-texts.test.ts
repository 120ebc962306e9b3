import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { createComposerTexts } from '@/src/background/storage/composer-texts';
import { DATABASE_NAME, StewardDatabase } from '@/src/store/db';
import { composerTextOf } from '@/src/store/queries';

const db = new StewardDatabase(DATABASE_NAME);
const texts = createComposerTexts(db);

afterEach(() => db.composerTexts.clear());

it('each chat has its own text, which the panel reads', async () => {
  await texts.keep('a', 'for a');
  await texts.keep('b', 'for b');
  await texts.keep('a', 'for a, longer');
  expect(await Promise.all(['a', 'b', 'c'].map(composerTextOf))).toEqual(['for a, longer', 'for b', '']);
});

it('an empty text deletes the row', async () => {
  await texts.keep('a', 'for a');
  await texts.keep('a', '');
  expect(await db.composerTexts.count()).toBe(0);
});

it('a text that can’t be stored rejects with a storage error', async () => {
  const failing = createComposerTexts({
    composerTexts: { put: () => Promise.reject(new Error('quota')) } as never,
  });
  await expect(failing.keep('a', 'x')).rejects.toMatchObject({ code: 'storage' });
});
