import { afterEach, beforeAll, expect, it } from 'vitest';
import { createUnsentTextStore } from '@/src/background/storage/unsent-text-store';
import { DATABASE_NAME } from '@/src/store/db';
import { composerTextOf } from '@/src/store/queries';
import { createDatabase } from '@/src/store/upgrades';
import { aChat } from '../a-chat';

const db = createDatabase(DATABASE_NAME);
const { keepText } = createUnsentTextStore(db, { now: () => 0 });

beforeAll(async () => {
  for (const id of ['a', 'b']) {
    await db.chats.add(aChat({ id, title: id }));
  }
});

afterEach(() => db.composerTexts.clear());

it('each chat has its own text, which the panel reads', async () => {
  await keepText('a', 'for a');
  await keepText('b', 'for b');
  await keepText('a', 'for a, longer');
  expect(await Promise.all(['a', 'b', 'c'].map(composerTextOf))).toEqual(['for a, longer', 'for b', '']);
});

it('an empty text deletes the row', async () => {
  await keepText('a', 'for a');
  await keepText('a', '');
  expect(await db.composerTexts.count()).toBe(0);
});

it('a text that can’t be stored rejects with a storage error', async () => {
  const refuse = () => {
    throw new Error('quota');
  };
  db.composerTexts.hook('creating', refuse);
  await expect(keepText('a', 'x')).rejects.toMatchObject({ code: 'storage' });
  db.composerTexts.hook('creating').unsubscribe(refuse);
});

it('the text of a chat that is deleted is refused: nothing would delete it any more', async () => {
  await expect(keepText('gone', 'x')).rejects.toMatchObject({ code: 'not-found' });
  expect(await db.composerTexts.count()).toBe(0);
});
