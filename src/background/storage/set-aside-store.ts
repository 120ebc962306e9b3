import { StewardError } from '@/src/core/errors';
import type { Clock } from '@/src/core/ports/clock';
import type { SetAside } from '@/src/core/records/chat';
import { imageOf } from '@/src/core/records/image';
import { withSetAside } from '@/src/core/records/set-aside';
import type { StewardDatabase } from '@/src/store/db';
import { addToComposer, composerOf } from './composer-texts';
import { deleteUnusedImages, imagesOfChat, tablesWithImages } from './image-store';
import { rowMissing, stored } from './storage-error';
import { updateRow } from './update-row';

/** Unsent texts and messages that are set aside, on the chat's row. A message that another one replaces is set aside by the journal. */
export interface SetAsideStore {
  /**
   * Moves a message that left the conversation into the composer, unless that has another text or other images: then the message is
   * set aside. Resolves to true if the composer has it. Ids that are not of the chat's images are ignored. Rejects with `not-found`
   * if the chat is deleted.
   */
  giveBack(chatId: string, text: string, imageIds: readonly string[]): Promise<boolean>;
  /** Moves what is set aside into the composer. Rejects with `not-found` if it isn't of the time `atMs`. */
  toComposer(chatId: string, atMs: number): Promise<void>;
  /** Forgets what is set aside. Rejects with `not-found` if it isn't of the time `atMs`. */
  drop(chatId: string, atMs: number): Promise<void>;
}

export function createSetAsideStore(db: StewardDatabase, clock: Clock): SetAsideStore {
  /** Within the caller's transaction. */
  async function take(chatId: string, atMs: number): Promise<SetAside> {
    const setAside = (await db.chats.get(chatId))?.setAside;
    if (setAside?.atMs !== atMs) throw changed();
    await db.chats
      .where('id')
      .equals(chatId)
      .modify((chat) => {
        delete chat.setAside;
      });
    return setAside;
  }

  return {
    async giveBack(chatId, text, imageIds) {
      return stored(() =>
        db.transaction('rw', [db.chats, db.composerTexts, db.chatImages], async () => {
          const chat = await db.chats.get(chatId);
          if (chat === undefined) throw rowMissing('chat');
          const images = (await imagesOfChat(db, chatId, imageIds)).map(imageOf);
          const current = await composerOf(db, chatId);
          const hasNothingElse =
            (current.text === '' || current.text === text) &&
            current.imageIds.every((id) => imageIds.includes(id));
          if (hasNothingElse) {
            await addToComposer(db, chatId, { text, images }, 'after');
            return true;
          }
          const atMs = clock.now();
          const added = { text, ...(images.length === 0 ? {} : { images }), atMs };
          const setAside = withSetAside(chat.setAside, added);
          await updateRow(db.chats, chatId, { setAside }, 'chat');
          return false;
        }),
      );
    },

    async toComposer(chatId, atMs) {
      await stored(() =>
        db.transaction('rw', [db.chats, db.composerTexts], async () => {
          await addToComposer(db, chatId, await take(chatId, atMs), 'after');
        }),
      );
    },

    async drop(chatId, atMs) {
      await stored(() =>
        db.transaction('rw', tablesWithImages(db), async () => {
          await take(chatId, atMs);
          await deleteUnusedImages(db, chatId);
        }),
      );
    },
  };
}

function changed(): StewardError {
  return new StewardError('not-found', 'This text is no longer set aside.', {
    remedy:
      'It was added or dismissed in another panel, or something was added to it: look at the message field.',
  });
}
