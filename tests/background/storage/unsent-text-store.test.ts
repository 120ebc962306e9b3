import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { giveBackTo } from '@/src/background/storage/composer-texts';
import { createJournal } from '@/src/background/storage/journal';
import { createUnsentTextStore } from '@/src/background/storage/unsent-text-store';
import { newChatSettings } from '@/src/core/records/chat';
import type { UserMessage } from '@/src/schema/message';
import type { StewardDatabase } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { keptImage, messageImage } from '../../fakes/an-image';
import { aChat } from '../a-chat';

const clock = { now: () => 5 };
let db: StewardDatabase;

beforeEach(async () => {
  db = createDatabase('unsent-text-store');
  const made = { title: 'c', atMs: 0, binding: null, settings: newChatSettings(), lastStateHash: null };
  await db.chats.bulkAdd([aChat({ ...made }), aChat({ id: 'd', ...made })]);
  await db.chatImages.bulkAdd([keptImage('mine', 'c'), keptImage('other', 'd')]);
});

afterEach(() => db.delete());

const store = () => createUnsentTextStore(db, clock);
const setAside = async () => (await db.chats.get('c'))?.setAside;
const text = async () => (await db.composerTexts.get('c'))?.text;
const composerImageIds = async () => (await db.composerTexts.get('c'))?.imageIds ?? [];

describe('a message that is given back', () => {
  const giveBack = () =>
    db.transaction('rw', [db.chats, db.composerTexts], () =>
      giveBackTo(db, 'c', { text: 'Given', images: [messageImage('mine')] }, clock.now()),
    );

  it('goes into an empty composer, with its images', async () => {
    expect(await giveBack()).toBe(true);
    expect([await text(), await composerImageIds()]).toEqual(['Given', ['mine']]);
    expect(await setAside()).toBeUndefined();
    // A second time, after it was brought back.
    expect(await giveBack()).toBe(true);
    expect([await text(), await composerImageIds()]).toEqual(['Given', ['mine']]);
  });

  it.each(['text', 'image'])('is set aside with its images while there is another %s', async (other) => {
    if (other === 'text') await db.composerTexts.add({ chatId: 'c', text: 'Typed', imageIds: [] });
    else await db.composerTexts.add({ chatId: 'c', text: '', imageIds: ['draft'] });
    const before = [await text(), await composerImageIds()];
    expect(await giveBack()).toBe(false);
    expect([await text(), await composerImageIds()]).toEqual(before);
    const aside = { text: 'Given', images: [messageImage('mine')], atMs: 5 };
    expect(await setAside()).toEqual(aside);
    expect(await giveBack()).toBe(false);
    expect(await setAside()).toEqual({ ...aside, atMs: 6 });
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
  const message: UserMessage = {
    id: 'u2',
    chatId: 'c',
    runId: 'r',
    position: 0,
    createdAtMs: 0,
    role: 'user',
    content: 'Edit',
    editOf: 'u',
    changes: [],
    nonce: 'n',
    discardedBy: null,
  };

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
    db.chats.update('c', {
      setAside: { text: 'Aside', images: [messageImage('mine')], atMs: 7 },
    }),
  );

  it.each([
    [undefined, 'Aside'],
    ['Typed', 'Typed\nAside'],
  ])('moves into the composer, after its text (%j), with its images', async (typed, joined) => {
    if (typed !== undefined) await db.composerTexts.add({ chatId: 'c', text: typed, imageIds: [] });
    await store().toComposer('c', 7);
    expect(await text()).toBe(joined);
    expect(await composerImageIds()).toEqual(['mine']);
    expect(await db.chats.get('c')).not.toHaveProperty('setAside');
  });

  it('is dropped with its images', async () => {
    await store().drop('c', 7);
    expect(await db.chatImages.toArray()).toEqual([keptImage('other', 'd')]);
    expect(await db.chats.get('c')).not.toHaveProperty('setAside');
    expect([await text(), await composerImageIds()]).toEqual([undefined, []]);
  });

  it.each(['toComposer', 'drop'] as const)('stays if it is another one by now: %s', async (method) => {
    await expect(store()[method]('c', 6)).rejects.toMatchObject({ code: 'not-found' });
    await expect(store()[method]('gone', 7)).rejects.toMatchObject({ code: 'not-found' });
    expect((await setAside())?.text).toBe('Aside');
    expect(await text()).toBeUndefined();
  });

  it('stays if the composer can’t take it', async () => {
    const refuse = () => {
      throw new Error('quota');
    };
    db.composerTexts.hook('creating', refuse);
    await expect(store().toComposer('c', 7)).rejects.toMatchObject({ code: 'storage' });
    db.composerTexts.hook('creating').unsubscribe(refuse);
    expect((await setAside())?.text).toBe('Aside');
    expect(await composerImageIds()).toEqual([]);
  });
});

it('a queued message moves into the composer, before its text, with its images', async () => {
  const queued = { text: 'Queued', images: [messageImage('mine')], queuedAtMs: 3 };
  await db.chats.update('c', { pendingMessage: queued });
  await db.composerTexts.add({ chatId: 'c', text: 'Typed', imageIds: [] });
  await createJournal(db, clock).takeBackMessage('c', 3);
  expect(await text()).toBe('Queued\nTyped');
  expect(await composerImageIds()).toEqual(['mine']);
  expect((await db.chats.get('c'))?.pendingMessage).toBeNull();
});
