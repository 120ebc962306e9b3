import { StewardError } from '@/src/core/errors';
import type { Clock, IdSource } from '@/src/core/ports/clock';
import {
  type ImageType,
  imageOf,
  type KeptImage,
  MAX_IMAGES,
  type MessageImage,
} from '@/src/core/records/image';
import type { StewardDatabase } from '@/src/store/db';
import { isImageOfType } from './image-signature';
import { requireChat } from './require-chat';
import { stored } from './storage-error';

/** Stores the images of chats. All methods reject with `storage`. */
export interface ImageStore {
  /** Adds an image to a chat's composer. Rejects with `not-found`, or `invalid-message` if there are too many, or the data is none. */
  add(chatId: string, image: NewImage): Promise<string>;
  /** These images, for a message. Rejects with `not-found` if one of them is not the chat's. */
  ofMessage(chatId: string, imageIds: readonly string[]): Promise<MessageImage[]>;
  /** Moves images into the chat's composer, or out of it. Ids that are not the chat's are ignored. */
  setDraft(chatId: string, imageIds: readonly string[], isDraft: boolean): Promise<void>;
  /** Removes an image from the composer, and deletes it unless a message has it. */
  remove(chatId: string, imageId: string): Promise<void>;
  /** Deletes the chat's images that neither its composer nor its queue nor any message has, and that are not set aside. */
  deleteUnused(chatId: string): Promise<void>;
  /** Moves what is in one chat's composer to another's. */
  moveDrafts(from: string, to: string): Promise<void>;
  /** The data URLs of stored images, by id. */
  urlsOf(imageIds: readonly string[]): Promise<Map<string, string>>;
}

/** An image as the panel sends it. */
interface NewImage {
  name: string;
  mediaType: ImageType;
  width: number;
  height: number;
  /** In base64. */
  data: string;
}

export function createImageStore(deps: { db: StewardDatabase; clock: Clock; ids: IdSource }): ImageStore {
  const { db } = deps;

  function draftsOf(chatId: string) {
    return db.images.where('[chatId+isDraft]').equals([chatId, 1]);
  }

  /** Within the caller's transaction. */
  async function ownRows(chatId: string, imageIds: readonly string[]): Promise<KeptImage[]> {
    const rows = await db.images.bulkGet([...imageIds]);
    return rows.flatMap((row) => (row?.chatId === chatId ? [row] : []));
  }

  /** Within the caller's transaction. Deletes those of the rows that no message has. */
  async function deleteUnsent(chatId: string, rows: readonly KeptImage[]): Promise<void> {
    if (rows.length === 0) return;
    const chat = await db.chats.get(chatId);
    const unsent = [...(chat?.pendingMessage?.images ?? []), ...(chat?.setAside?.images ?? [])];
    const used = new Set(unsent.map(({ id }) => id));
    await db.messages
      .where('[chatId+position]')
      .between([chatId, -Infinity], [chatId, Infinity])
      .each((message) => {
        if (message.role !== 'user') return;
        for (const { id } of message.images ?? []) used.add(id);
      });
    await db.images.bulkDelete(rows.flatMap(({ id }) => (used.has(id) ? [] : [id])));
  }

  return {
    async add(chatId, { name, mediaType, width, height, data }) {
      if (!isImageOfType(data, mediaType)) throw notAnImage(name);
      const id = deps.ids.newId();
      await stored(() =>
        db.transaction('rw', [db.chats, db.images], async () => {
          await requireChat(db, chatId);
          if ((await draftsOf(chatId).count()) >= MAX_IMAGES) throw tooMany();
          const bytes = byteLength(data);
          const addedAtMs = deps.clock.now();
          await db.images.add({
            id,
            chatId,
            name,
            mediaType,
            width,
            height,
            bytes,
            data,
            addedAtMs,
            isDraft: 1,
          });
        }),
      );
      return id;
    },

    async ofMessage(chatId, imageIds) {
      const rows = await stored(() => ownRows(chatId, imageIds));
      if (rows.length < imageIds.length) throw gone();
      return rows.map(imageOf);
    },

    async setDraft(chatId, imageIds, isDraft) {
      await stored(() =>
        db.transaction('rw', db.images, async () => {
          for (const { id } of await ownRows(chatId, imageIds)) {
            await db.images.update(id, { isDraft: isDraft ? 1 : 0 });
          }
        }),
      );
    },

    async remove(chatId, imageId) {
      await stored(() =>
        db.transaction('rw', [db.chats, db.images, db.messages], async () => {
          const rows = await ownRows(chatId, [imageId]);
          for (const { id } of rows) await db.images.update(id, { isDraft: 0 });
          await deleteUnsent(chatId, rows);
        }),
      );
    },

    async deleteUnused(chatId) {
      await stored(() =>
        db.transaction('rw', [db.chats, db.images, db.messages], async () => {
          await deleteUnsent(chatId, await db.images.where('[chatId+isDraft]').equals([chatId, 0]).toArray());
        }),
      );
    },

    async moveDrafts(from, to) {
      await stored(() => draftsOf(from).modify({ chatId: to }));
    },

    async urlsOf(imageIds) {
      const rows = await stored(() => db.images.bulkGet([...imageIds]));
      return new Map(
        rows.flatMap((row) =>
          row === undefined ? [] : [[row.id, `data:${row.mediaType};base64,${row.data}`]],
        ),
      );
    },
  };
}

/** Number of bytes of a text in base64. */
export function byteLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

function notAnImage(name: string): StewardError {
  return new StewardError('invalid-message', `The file “${name}” is not the image that it claims to be.`, {
    remedy: 'Choose a PNG, JPEG, WebP or GIF image.',
  });
}

function tooMany(): StewardError {
  return new StewardError('invalid-message', `A message can have ${MAX_IMAGES} images at most.`, {
    remedy: 'Remove one of them first, or send the rest with the next message.',
  });
}

function gone(): StewardError {
  return new StewardError('not-found', 'An image of the message is no longer stored.', {
    remedy: 'Remove it, attach it again, then send the message.',
  });
}
