import { beforeEach, describe, expect, it } from 'vitest';
import { giveBackTo } from '@/src/background/storage/composer-texts';
import { createJournal } from '@/src/background/storage/journal';
import { createUnsentTextStore } from '@/src/background/storage/unsent-text-store';
import type { StewardDatabase } from '@/src/store/db';
import { keptImage, messageImage } from '../../fakes/an-image';
import { userMessage } from '../../panel/stored-messages';
import { aChat } from '../a-chat';
import { ownDatabase } from '../own-database';

const clock = { now: () => 5 };
let db: StewardDatabase;

beforeEach(async () => {
  db = ownDatabase();
  await db.chats.bulkAdd([aChat({}), aChat({ id: 'd' })]);
  await db.chatImages.bulkAdd([keptImage('mine', 'c'), keptImage('other', 'd')]);
});

const store = () => createUnsentTextStore(db, clock);
/** The storage of the composer’s text fails. */
const refuseTexts = () =>
  db.composerTexts.hook('creating', () => {
    throw new Error('quota');
  });
const setAside = async () => (await db.chats.get('c'))?.setAside;
const text = async () => (await db.composerTexts.get('c'))?.text;
const composerImageIds = async () => (await db.composerTexts.get('c'))?.imageIds ?? [];
const composer = async () => [await text(), await composerImageIds()];

describe('the text that the user types', () => {
  it('is stored for each chat alone, and deleted with an empty one', async () => {
    const { keepText } = store();
    await keepText('c', 'for c');
    await keepText('d', 'for d');
    await keepText('c', 'for c, longer');
    expect(await db.composerTexts.toArray()).toMatchObject([{ text: 'for c, longer' }, { text: 'for d' }]);
    await keepText('c', '');
    expect(await db.composerTexts.toArray()).toMatchObject([{ text: 'for d' }]);
  });

  it('is refused with a storage error if it can’t be stored', async () => {
    refuseTexts();
    await expect(store().keepText('c', 'x')).rejects.toMatchObject({ code: 'storage' });
  });

  it('is refused for a chat that is deleted: nothing would delete it any more', async () => {
    await expect(store().keepText('gone', 'x')).rejects.toMatchObject({ code: 'not-found' });
    expect(await db.composerTexts.count()).toBe(0);
  });
});

describe('a message that is given back', () => {
  const giveBack = () =>
    db.transaction('rw', [db.chats, db.composerTexts], () =>
      giveBackTo(db, 'c', { text: 'Given', images: [messageImage('mine')] }, clock.now()),
    );

  it('goes into an empty composer, with its images, also when it was brought back', async () => {
    for (let time = 0; time < 2; time += 1) {
      expect(await giveBack()).toBe(true);
      expect(await composer()).toEqual(['Given', ['mine']]);
      expect(await setAside()).toBeUndefined();
    }
  });

  it.each([
    ['text', { text: 'Typed', imageIds: [] }],
    ['image', { text: '', imageIds: ['draft'] }],
  ])('is set aside with its images while there is another %s', async (_, other) => {
    await db.composerTexts.add({ chatId: 'c', ...other });
    for (const atMs of [5, 6]) {
      expect(await giveBack()).toBe(false);
      expect(await setAside()).toEqual({ text: 'Given', images: [messageImage('mine')], atMs });
    }
    expect(await db.composerTexts.toArray()).toEqual([{ chatId: 'c', ...other }]);
  });

  it('is set aside after what is', async () => {
    await db.composerTexts.add({ chatId: 'c', text: 'Typed', imageIds: [] });
    await store().giveBack('c', ['One']);
    expect(await setAside()).toEqual({ text: 'One', atMs: 5 });
    await store().giveBack('c', ['Two']);
    expect(await setAside()).toEqual({ text: 'One\nTwo', atMs: 6 });
    await expect(store().giveBack('gone', ['x'])).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('the text of an edit that is given back', () => {
  const message = userMessage({ content: 'Edit', editOf: 'u' });

  it.each([
    ['nowhere', async () => undefined, 'Edit'],
    ['in the queue', () => db.chats.update('c', { pendingMessage: { text: 'Edit', queuedAtMs: 1 } }), null],
    [
      'unsent text among others',
      () => db.chats.update('c', { setAside: { text: 'One\nEdit\nTwo', atMs: 1 } }),
      null,
    ],
    ['part of unsent text', () => db.chats.update('c', { setAside: { text: 'Edited', atMs: 1 } }), 'Edit'],
    ['in the conversation as an edit', () => db.messages.add(message), null],
    ['set aside again', () => db.messages.add({ ...message, discardedBy: 'rollback' }), 'Edit'],
  ])('goes into the composer unless it is offered or sent already: %s', async (_, prepare, given) => {
    await prepare();
    expect(await store().giveBack('c', ['Edit'])).toBe(given);
    expect((await text()) ?? null).toBe(given);
  });

  it('is joined with that of another edit, without an empty one', async () => {
    expect(await store().giveBack('c', ['One', '', 'Two'])).toBe('One\nTwo');
    expect(await store().giveBack('d', [''])).toBeNull();
  });
});

describe('what is set aside', () => {
  beforeEach(() =>
    db.chats.update('c', { setAside: { text: 'Aside', images: [messageImage('mine')], atMs: 7 } }),
  );

  it.each([
    [undefined, 'Aside'],
    ['Typed', 'Typed\nAside'],
  ])('moves into the composer, after its text (%j), with its images', async (typed, joined) => {
    if (typed !== undefined) await db.composerTexts.add({ chatId: 'c', text: typed, imageIds: [] });
    await store().toComposer('c', 7);
    expect(await composer()).toEqual([joined, ['mine']]);
    expect(await db.chats.get('c')).not.toHaveProperty('setAside');
  });

  it('is dropped with its images', async () => {
    await store().drop('c', 7);
    expect(await db.chatImages.toArray()).toEqual([keptImage('other', 'd')]);
    expect(await db.chats.get('c')).not.toHaveProperty('setAside');
    expect(await composer()).toEqual([undefined, []]);
  });

  it.each(['toComposer', 'drop'] as const)('stays if it is another one by now: %s', async (method) => {
    await expect(store()[method]('c', 6)).rejects.toMatchObject({ code: 'not-found' });
    await expect(store()[method]('gone', 7)).rejects.toMatchObject({ code: 'not-found' });
    expect((await setAside())?.text).toBe('Aside');
    expect(await text()).toBeUndefined();
  });

  it('stays if the composer can’t take it', async () => {
    refuseTexts();
    await expect(store().toComposer('c', 7)).rejects.toMatchObject({ code: 'storage' });
    expect((await setAside())?.text).toBe('Aside');
    expect(await composerImageIds()).toEqual([]);
  });
});

it('a queued message moves into the composer, before its text, with its images', async () => {
  const queued = { text: 'Queued', images: [messageImage('mine')], queuedAtMs: 3 };
  await db.chats.update('c', { pendingMessage: queued });
  await db.composerTexts.add({ chatId: 'c', text: 'Typed', imageIds: [] });
  await createJournal(db, clock).takeBackMessage('c', 3);
  expect(await composer()).toEqual(['Queued\nTyped', ['mine']]);
  expect((await db.chats.get('c'))?.pendingMessage).toBeNull();
});
