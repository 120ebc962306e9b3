import { type StewardError, textError } from '@/src/core/errors';
import { imageIdOf, imageOf } from '@/src/core/records/image';
import { imagesOf } from '@/src/core/records/message';
import type { KeptImage, MessageImage } from '@/src/schema/image';
import { type ImageType, MAX_IMAGES } from '@/src/schema/values/image';
import { say } from '@/src/schema/values/said';
import type { StewardDatabase } from '@/src/store/db';
import { startingWith } from '@/src/store/starting-with';
import { rowsOfChat } from './chat-tables';
import { addToComposer, changeComposer, composerOf } from './composer-texts';
import { requireChat, updateRow } from './rows';
import { stored } from './storage-error';
import { transact } from './transact';

/** Signature of each image type in base64. Bytes 4 to 7 of a WebP contain its length. */
const FILE_BEGINNINGS: Readonly<Record<ImageType, RegExp>> = {
  'image/png': /^iVBORw0KGgo/,
  'image/jpeg': /^\/9j\//,
  'image/webp': /^UklGR.{6}XRUJQ/,
  'image/gif': /^R0lGODlh|^R0lGODdh/,
};

/** Stores the images of chats. All methods reject with `storage`. */
export interface ImageStore {
  /**
   * Adds an image to a chat's composer. Rejects with `not-found` if the chat is deleted, and with `invalid-message` if
   * there are too many images or the data is not an image.
   */
  add(chatId: string, image: NewImage): Promise<string>;
  /**
   * The images with these ids, for a message. Rejects with `not-found` if the chat lacks one of them, and with
   * `invalid-message` if there are too many.
   */
  ofMessage(chatId: string, imageIds: readonly string[]): Promise<MessageImage[]>;
  /** Removes images from the composer. */
  remove(chatId: string, imageIds: readonly string[]): Promise<void>;
  /** Moves the images in one chat's composer to another chat's composer, and copies the quotations that its text may mention. */
  moveComposerImages(from: string, to: string): Promise<void>;
  /** The data URLs of stored images, by id. */
  urlsOf(imageIds: readonly string[]): Promise<Map<string, string>>;
}

/** An image as the panel sends it; its data is base64. */
type NewImage = Omit<KeptImage, 'id' | 'chatId' | 'bytes'>;

export function createImageStore(db: StewardDatabase): ImageStore {
  return {
    async add(chatId, image) {
      const { name, mediaType, data } = image;
      if (!isImageOfType(data, mediaType)) {
        throw textError('invalid-message', say('error.storage.image.notAnImage', { name }), {
          remedy: 'remedy.chooseImage',
        });
      }
      const id = imageIdOf(data);
      await transact(db, [db.chats, db.composerTexts, db.chatImages], async () => {
        await requireChat(db, chatId);
        await addToComposer(db, chatId, { text: '', images: [{ id }] }, 'after');
        if ((await composerOf(db, chatId)).imageIds.length > MAX_IMAGES) throw tooMany();
        await db.chatImages.put({ ...image, id, chatId, bytes: byteLength(data) });
      });
      return id;
    },

    async ofMessage(chatId, imageIds) {
      if (imageIds.length > MAX_IMAGES) throw tooMany();
      const rows = await stored(() => imagesOfChat(db, chatId, imageIds));
      if (rows.length < imageIds.length) throw textError('not-found', 'error.storage.image.gone');
      return rows.map(imageOf);
    },

    remove: (chatId, imageIds) =>
      transact(db, tablesWithImages(db), async () => {
        await changeComposer(db, chatId, (current) => ({
          ...current,
          imageIds: current.imageIds.filter((id) => !imageIds.includes(id)),
        }));
        await deleteUnusedImages(db, chatId);
      }),

    moveComposerImages: (from, to) =>
      transact(db, tablesWithImages(db), async () => {
        const { imageIds } = await composerOf(db, from);
        const quotations = (await db.chats.get(from))?.quotations;
        if (quotations !== undefined) await updateRow(db.chats, to, { quotations });
        const images = await imagesOfChat(db, from, imageIds);
        await db.chatImages.bulkPut(images.map((image) => ({ ...image, chatId: to })));
        await addToComposer(db, to, { text: '', images }, 'after');
        await changeComposer(db, from, (current) => ({ ...current, imageIds: [] }));
        await deleteUnusedImages(db, from);
      }),

    async urlsOf(imageIds) {
      const rows = await stored(() => db.chatImages.where('id').anyOf(imageIds).toArray());
      return new Map(rows.map(({ id, mediaType, data }) => [id, `data:${mediaType};base64,${data}`]));
    },
  };
}

/** The images with these ids that the chat has, in the given order. */
export async function imagesOfChat(
  db: Pick<StewardDatabase, 'chatImages'>,
  chatId: string,
  imageIds: readonly string[],
): Promise<KeptImage[]> {
  const rows = await db.chatImages.bulkGet(imageIds.map((id): [string, string] => [chatId, id]));
  return rows.flatMap((row) => row ?? []);
}

/** Tables that a transaction must include to call {@link deleteUnusedImages}. */
export function tablesWithImages(db: StewardDatabase) {
  return [db.chats, db.composerTexts, db.chatImages, db.messages];
}

/**
 * Deletes the chat's images that are in no message, composer, queue or unsent text. Must run in each
 * transaction that removes one of these references.
 */
export async function deleteUnusedImages(db: StewardDatabase, chatId: string): Promise<void> {
  const keys = await rowsOfChat(db, 'chatImages', chatId).keys();
  const unused = new Set(keys.map((key) => String(Object(key)[1])));
  if (unused.size === 0) return;
  const chat = await db.chats.get(chatId);
  const unsent = [...(chat?.pendingMessage?.images ?? []), ...(chat?.setAside?.images ?? [])];
  for (const { id } of unsent) unused.delete(id);
  for (const id of (await composerOf(db, chatId)).imageIds) unused.delete(id);
  await startingWith(db.messages, '[chatId+role+position]', chatId, 'user').each((message) => {
    for (const { id } of imagesOf(message)) unused.delete(id);
  });
  await db.chatImages.bulkDelete([...unused].map((id): [string, string] => [chatId, id]));
}

/** Number of bytes that a base64 text encodes. */
export function byteLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

function tooMany(): StewardError {
  return textError('invalid-message', say('error.storage.image.tooMany', { max: MAX_IMAGES }));
}

/** True if base64 data starts with the signature of this image type. */
export function isImageOfType(base64: string, mediaType: ImageType): boolean {
  return FILE_BEGINNINGS[mediaType].test(base64);
}
