import 'fake-indexeddb/auto';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { createComposerTexts } from '@/src/background/storage/composer-texts';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import { DATABASE_NAME, StewardDatabase } from '@/src/store/db';
import { composerTextOf } from '@/src/store/queries';

const db = new StewardDatabase(DATABASE_NAME);
const texts = createComposerTexts(db);

beforeAll(async () => {
  const settings = newChatSettings();
  for (const id of ['a', 'b']) {
    await db.chats.add(newChat({ id, title: id, atMs: 0, binding: null, settings, lastStateHash: null }));
  }
});

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
  const refuse = () => {
    throw new Error('quota');
  };
  db.composerTexts.hook('creating', refuse);
  await expect(texts.keep('a', 'x')).rejects.toMatchObject({ code: 'storage' });
  db.composerTexts.hook('creating').unsubscribe(refuse);
});

it('the text of a chat that is deleted is refused: nothing would delete it any more', async () => {
  await expect(texts.keep('gone', 'x')).rejects.toMatchObject({ code: 'not-found' });
  expect(await db.composerTexts.count()).toBe(0);
});
