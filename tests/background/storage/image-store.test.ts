import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isImageOfType } from '@/src/background/storage/image-signature';
import { byteLength, createImageStore, type ImageStore } from '@/src/background/storage/image-store';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import { type ImageType, MAX_IMAGES } from '@/src/core/records/image';
import type { UserMessage } from '@/src/core/records/message';
import { StewardDatabase } from '@/src/store/db';
import { keptImage, messageImage } from '../../fakes/an-image';
import { pngImage } from '../../fakes/png-image';

let db: StewardDatabase;
let images: ImageStore;
const { name, mediaType, width, height, data } = keptImage('dot', 'c');
const DOT = { name, mediaType, width, height, data };

beforeEach(async () => {
  db = new StewardDatabase('image-store');
  let made = 0;
  images = createImageStore({ db, clock: { now: () => 7 }, ids: { newId: () => `i${made++}` } });
  const settings = newChatSettings();
  for (const id of ['c', 'd']) {
    await db.chats.add(newChat({ id, title: id, atMs: 0, binding: null, settings, lastStateHash: null }));
  }
});

afterEach(() => db.delete());

const storedIds = () => db.images.toCollection().primaryKeys();
const draftIds = async (chatId: string) =>
  (await db.images.where('[chatId+isDraft]').equals([chatId, 1]).toArray()).map(({ id }) => id);
const addMessage = (imageId: string, discardedBy: string | null) =>
  db.messages.add({
    id: 'm',
    chatId: 'c',
    position: 0,
    role: 'user',
    discardedBy,
    images: [messageImage(imageId)],
  } as UserMessage);

describe('an image that is added', () => {
  it('belongs to the message in the composer, with its size', async () => {
    const id = await images.add('c', DOT);
    expect(await db.images.get(id)).toEqual({ ...keptImage(id, 'c'), ...DOT, addedAtMs: 7, isDraft: 1 });
  });

  it('is refused if its data is of another type', async () => {
    const wrong = images.add('c', { ...DOT, mediaType: 'image/png' });
    await expect(wrong).rejects.toMatchObject({
      code: 'invalid-message',
      message: expect.stringContaining('dot.gif'),
    });
    expect(await storedIds()).toEqual([]);
  });

  it('is refused beyond the number that a message may have, in each chat by itself', async () => {
    for (let added = 0; added < MAX_IMAGES; added += 1) await images.add('c', DOT);
    await expect(images.add('c', DOT)).rejects.toMatchObject({ code: 'invalid-message' });
    await images.add('d', DOT);
  });

  it('is refused for a chat that is gone', async () => {
    await expect(images.add('gone', DOT)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('the images of a message', () => {
  it('are those of the chat, in the order asked for', async () => {
    const [a, b] = [await images.add('c', DOT), await images.add('c', DOT)];
    expect(await images.ofMessage('c', [b, a])).toEqual([
      { ...messageImage(b), name: 'dot.gif' },
      { ...messageImage(a), name: 'dot.gif' },
    ]);
  });

  it.each([
    ['of another chat', 'd', 'i0'],
    ['that is gone', 'c', 'i9'],
  ])('are refused with one %s', async (_, chatId, imageId) => {
    await images.add('c', DOT);
    await expect(images.ofMessage(chatId, [imageId])).rejects.toMatchObject({ code: 'not-found' });
  });

  it('have addresses with their data', async () => {
    const id = await images.add('c', DOT);
    expect(await images.urlsOf([id, 'gone'])).toEqual(new Map([[id, `data:image/gif;base64,${DOT.data}`]]));
  });
});

describe('an image that is removed', () => {
  it('is deleted', async () => {
    await images.remove('c', await images.add('c', DOT));
    expect(await storedIds()).toEqual([]);
  });

  it.each([
    ['a message', null],
    ['a message that was set aside', 'rollback'],
  ])('stays stored while %s has it', async (_, discardedBy) => {
    const id = await images.add('c', DOT);
    await addMessage(id, discardedBy);
    await images.remove('c', id);
    expect(await storedIds()).toEqual([id]);
    expect(await draftIds('c')).toEqual([]);
  });

  it('of another chat stays where it is', async () => {
    const id = await images.add('c', DOT);
    await images.remove('d', id);
    expect(await draftIds('c')).toEqual([id]);
  });
});

it('images that nothing has are deleted: neither composer, queue nor message, nor a message set aside', async () => {
  const [draft, queued, aside, sent, unused] = await Promise.all(
    [0, 1, 2, 3, 4].map(() => images.add('c', DOT)),
  );
  const used = [queued, aside, sent, unused].map(String);
  await images.setDraft('c', used, false);
  await db.chats.update('c', {
    pendingMessage: { text: 't', images: [messageImage(String(queued))], queuedAtMs: 1 },
    setAside: { text: 't', images: [messageImage(String(aside))], atMs: 1 },
  });
  await addMessage(String(sent), null);
  await images.deleteUnused('c');
  expect(await storedIds()).toEqual([draft, queued, aside, sent]);
});

it('what is in a composer moves to another chat', async () => {
  const id = await images.add('c', DOT);
  await images.moveDrafts('c', 'd');
  expect([await draftIds('c'), await draftIds('d')]).toEqual([[], [id]]);
});

it('a failure of the storage is an error of that name', async () => {
  const refuse = () => {
    throw new Error('quota');
  };
  db.images.hook('creating', refuse);
  await expect(images.add('c', DOT)).rejects.toMatchObject({ code: 'storage' });
  db.images.hook('creating').unsubscribe(refuse);
});

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

describe('data', () => {
  it.each<[ImageType, Buffer]>([
    ['image/png', pngImage({ width: 2, height: 2, isNoise: false })],
    ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe0], 'JFIF')],
    ['image/webp', bytes('RIFF', [0, 1, 2, 3], 'WEBPVP8 ')],
    ['image/webp', bytes('RIFF', [255, 255, 255, 255], 'WEBPVP8L')],
    ['image/gif', bytes('GIF87a..')],
    ['image/gif', bytes('GIF89a..')],
  ])('of %s is of no other type', (type, content) => {
    const types: ImageType[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
    const base64 = content.toString('base64');
    expect(types.filter((candidate) => isImageOfType(base64, candidate))).toEqual([type]);
    expect(byteLength(base64)).toBe(content.length);
  });

  it('of something else is of no type', () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
    expect(isImageOfType(svg, 'image/png')).toBe(false);
    expect([3, 4, 5].map((length) => byteLength(Buffer.alloc(length).toString('base64')))).toEqual([3, 4, 5]);
  });
});
