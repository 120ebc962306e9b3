import { beforeEach, describe, expect, it } from 'vitest';
import {
  byteLength,
  createImageStore,
  type ImageStore,
  isImageOfType,
} from '@/src/background/storage/image-store';
import { createJournal } from '@/src/background/storage/journal';
import { createUnsentTextStore } from '@/src/background/storage/unsent-text-store';
import { commandSchema } from '@/src/messages/commands';
import { type ImageType, MAX_IMAGES } from '@/src/schema/values/image';
import type { StewardDatabase } from '@/src/store/db';
import { keptImage, messageImage } from '../../fakes/an-image';
import { pngImage } from '../../fakes/png-image';
import { userMessage } from '../../panel/stored-messages';
import { aChat } from '../a-chat';
import { ownDatabase } from '../own-database';

let db: StewardDatabase;
let images: ImageStore;
const { id: _, chatId: __, bytes: ___, ...DOT } = keptImage('dot', 'c');
const OTHER = { ...DOT, data: keptImage('other', 'c').data };

beforeEach(async () => {
  db = ownDatabase();
  images = createImageStore(db);
  await db.chats.bulkAdd([aChat({}), aChat({ id: 'd' })]);
});

const storedIds = async (chatId: string) =>
  (await db.chatImages.filter((image) => image.chatId === chatId).toArray()).map(({ id }) => id);
const composerImageIds = async (chatId: string) => (await db.composerTexts.get(chatId))?.imageIds ?? [];
const addMessage = (imageId: string, discardedBy: string | null) =>
  db.messages.add(userMessage({ discardedBy, images: [messageImage(imageId)] }));

it('are refused as a message’s if there are too many, as in what is set aside and what is in the composer', async () => {
  const mine = ['a', 'b', 'c', 'd', 'e'];
  await db.chatImages.bulkAdd([...mine, 'x'].map((id) => keptImage(id, 'c')));
  await db.composerTexts.add({ chatId: 'c', text: 'Typed', imageIds: mine });
  await db.chats.update('c', { setAside: { text: 'Earlier', images: [messageImage('x')], atMs: 5 } });
  await createUnsentTextStore(db, { now: () => 7 }).toComposer('c', 5);
  const imageIds = await composerImageIds('c');
  expect(imageIds).toHaveLength(MAX_IMAGES + 1);
  const sent = { type: 'send-message', chatId: 'c', text: 'Typed', imageIds };
  expect(commandSchema.safeParse(sent).success).toBe(true);
  await expect(images.ofMessage('c', imageIds)).rejects.toMatchObject({ code: 'invalid-message' });
  await images.remove('c', ['x']);
  expect(await images.ofMessage('c', await composerImageIds('c'))).toHaveLength(MAX_IMAGES);
});

describe('an image that is added', () => {
  it('belongs to the message in the composer, with its size', async () => {
    const id = await images.add('c', DOT);
    expect(await db.chatImages.toArray()).toEqual([{ ...keptImage('dot', 'c'), id }]);
    expect(await composerImageIds('c')).toEqual([id]);
  });

  it('is stored once, however often it is added, and once in each chat', async () => {
    const id = await images.add('c', DOT);
    await addMessage(id, null);
    expect(await images.add('c', DOT)).toBe(id);
    expect(await images.add('d', DOT)).toBe(id);
    for (const idsOf of [composerImageIds, storedIds]) {
      expect([await idsOf('c'), await idsOf('d')]).toEqual([[id], [id]]);
    }
  });

  it('is refused if its data is of another type', async () => {
    const wrong = images.add('c', { ...DOT, mediaType: 'image/png' });
    await expect(wrong).rejects.toMatchObject({
      code: 'invalid-message',
      message: expect.stringContaining('dot.gif'),
    });
    expect(await storedIds('c')).toEqual([]);
  });

  it('is refused beyond the number that a message may have, in each chat by itself', async () => {
    for (let added = 0; added < MAX_IMAGES; added += 1) {
      await images.add('c', { ...DOT, data: keptImage(`${added}`, 'c').data });
    }
    await expect(images.add('c', DOT)).rejects.toMatchObject({ code: 'invalid-message' });
    expect(await storedIds('c')).toHaveLength(MAX_IMAGES);
    await images.add('d', DOT);
  });

  it('is refused for a chat that is gone', async () => {
    await expect(images.add('gone', DOT)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('the images of a message', () => {
  it('are those of the chat, in the order asked for', async () => {
    const [a, b] = [await images.add('c', DOT), await images.add('c', OTHER)];
    expect((await images.ofMessage('c', [b, a])).map(({ id }) => id)).toEqual([b, a]);
  });

  it('are refused with one that is gone, or of another chat', async () => {
    const id = await images.add('c', DOT);
    for (const [chatId, given] of [
      ['c', 'gone'],
      ['d', id],
    ] as const) {
      await expect(images.ofMessage(chatId, [given])).rejects.toMatchObject({ code: 'not-found' });
    }
  });

  it('have addresses with their data', async () => {
    const id = await images.add('c', DOT);
    expect(await images.urlsOf([id, 'gone'])).toEqual(new Map([[id, `data:image/gif;base64,${DOT.data}`]]));
  });
});

describe('an image', () => {
  const references = {
    'the composer': (id: string) => db.composerTexts.put({ chatId: 'c', text: '', imageIds: [id] }),
    'a message': (id: string) => addMessage(id, null),
    'a message that a rollback set aside': (id: string) => addMessage(id, 'rollback'),
    'the queued message': (id: string) =>
      db.chats.update('c', { pendingMessage: { text: 't', images: [messageImage(id)], queuedAtMs: 1 } }),
    'what is set aside': (id: string) =>
      db.chats.update('c', { setAside: { text: 't', images: [messageImage(id)], atMs: 1 } }),
  };
  type Reference = keyof typeof references;
  /** Each action that drops a reference of the chat `c`, and that reference. */
  const drops: [string, Reference, (id: string) => Promise<unknown>][] = [
    ['removed from the composer', 'the composer', (id) => images.remove('c', [id])],
    [
      'moved to a new chat and removed there',
      'the composer',
      async (id) => {
        await images.moveComposerImages('c', 'd');
        await images.remove('d', [id]);
      },
    ],
    [
      'withdrawn with the queued message',
      'the queued message',
      () => createJournal(db, { now: () => 0 }).withdrawMessage('c', 1),
    ],
    [
      'dismissed with what is set aside',
      'what is set aside',
      () => createUnsentTextStore(db, { now: () => 0 }).drop('c', 1),
    ],
  ];

  async function withReferences(...to: Reference[]): Promise<string> {
    const id = await images.add('c', DOT);
    await db.composerTexts.clear();
    for (const reference of to) await references[reference](id);
    return id;
  }

  it.each(drops)('that is %s is deleted if nothing but %s referred to it', async (_, dropped, drop) => {
    await drop(await withReferences(dropped));
    expect(await db.chatImages.count()).toBe(0);
  });

  it.each(
    drops.flatMap(([how, dropped, drop]) =>
      (Object.keys(references) as Reference[])
        .filter((other) => other !== dropped)
        .map((other) => [how, other, dropped, drop] as const),
    ),
  )('that is %s stays for %s', async (_, other, dropped, drop) => {
    const id = await withReferences(dropped, other);
    await drop(id);
    expect([await storedIds('c'), await storedIds('d')]).toEqual([[id], []]);
  });

  it('that another chat has, too, stays there', async () => {
    const id = await images.add('c', DOT);
    await images.add('d', DOT);
    await images.remove('c', [id]);
    expect([await storedIds('c'), await storedIds('d')]).toEqual([[], [id]]);
  });
});

it('a failure of the storage is an error of that name', async () => {
  db.chatImages.hook('creating', () => {
    throw new Error('quota');
  });
  await expect(images.add('c', DOT)).rejects.toMatchObject({ code: 'storage' });
});

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

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
