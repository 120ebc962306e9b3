import { textError } from '@/src/core/errors';
import type { Clock } from '@/src/core/ports/clock';
import { withoutSent } from '@/src/core/text/without-sent';
import type { UnsentText } from '@/src/schema/chat';
import type { StewardDatabase } from '@/src/store/db';
import { addToComposer, changeComposer, giveBackTo } from './composer-texts';
import { deleteUnusedImages, tablesWithImages } from './image-store';
import { requireChat } from './rows';
import { transact } from './transact';

/**
 * Texts that the user has not sent: the composer text, so that it outlives the panel, and the set-aside text on the
 * chat's row. If another message replaces a queued one, the journal adds the replaced message to the unsent text.
 */
export interface UnsentTextStore {
  /** Stores a chat's composer text. Rejects with `not-found` if the chat is deleted. */
  keepText(chatId: string, text: string): Promise<void>;
  /** Removes a sent text from a chat's composer text. What the user typed after it meanwhile stays. */
  removeSent(chatId: string, sent: string): Promise<void>;
  /**
   * Moves a text that left the conversation into the composer. If the composer has other content, sets the text aside
   * instead. Resolves with true if the composer has the text. Rejects with `not-found` if the chat is deleted.
   */
  giveBack(chatId: string, text: string): Promise<boolean>;
  /** Moves the unsent text into the composer. Rejects with `not-found` unless it was stored at `atMs`. */
  toComposer(chatId: string, atMs: number): Promise<void>;
  /** Deletes the unsent text. Rejects with `not-found` unless it was stored at `atMs`. */
  drop(chatId: string, atMs: number): Promise<void>;
}

export function createUnsentTextStore(db: StewardDatabase, clock: Clock): UnsentTextStore {
  /** Removes the set-aside text from the chat's row. Runs within the caller's transaction. */
  async function take(chatId: string, atMs: number): Promise<UnsentText> {
    const setAside = (await db.chats.get(chatId))?.setAside;
    if (setAside?.atMs !== atMs) throw textError('not-found', 'error.storage.textGone');
    await db.chats
      .where('id')
      .equals(chatId)
      .modify((chat) => {
        delete chat.setAside;
      });
    return setAside;
  }

  return {
    keepText: (chatId, text) =>
      transact(db, [db.chats, db.composerTexts], async () => {
        await requireChat(db, chatId);
        await changeComposer(db, chatId, (current) => ({ ...current, text }));
      }),

    removeSent: (chatId, sent) =>
      transact(db, [db.composerTexts], () =>
        changeComposer(db, chatId, (current) => ({ ...current, text: withoutSent(current.text, sent) })),
      ),

    giveBack: (chatId, text) =>
      transact(db, [db.chats, db.composerTexts], () => giveBackTo(db, chatId, { text }, clock.now())),

    toComposer: (chatId, atMs) =>
      transact(db, [db.chats, db.composerTexts], async () => {
        await addToComposer(db, chatId, await take(chatId, atMs), 'after');
      }),

    drop: (chatId, atMs) =>
      transact(db, tablesWithImages(db), async () => {
        await take(chatId, atMs);
        await deleteUnusedImages(db, chatId);
      }),
  };
}
