import { textError } from '@/src/core/errors';
import type { Clock } from '@/src/core/ports/clock';
import { conversation } from '@/src/core/records/message';
import { isOffered } from '@/src/core/records/unsent-text';
import { joinTexts } from '@/src/core/text/join-texts';
import { withoutSent } from '@/src/core/text/without-sent';
import type { UnsentText } from '@/src/schema/chat';
import type { StewardDatabase } from '@/src/store/db';
import { startingWith } from '@/src/store/starting-with';
import { addToComposer, changeComposer, giveBackTo } from './composer-texts';
import { deleteUnusedImages, tablesWithImages } from './image-store';
import { requireChat, rowOf } from './rows';
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
   * Moves the texts of edits whose messages left the conversation into the composer. If the composer has other content, sets them
   * aside instead. Leaves out a text that was sent, is queued or is unsent text: the edit was carried out, although its command failed.
   * Resolves with the text that the composer has now; null if it has none of them. Rejects with `not-found` if the chat is deleted.
   */
  giveBack(chatId: string, texts: readonly string[]): Promise<string | null>;
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

    giveBack: (chatId, texts) =>
      transact(db, [db.chats, db.composerTexts, db.messages], async () => {
        const chat = await rowOf(db.chats, chatId);
        const ofUser = await startingWith(db.messages, '[chatId+role+position]', chatId, 'user').toArray();
        const sent = conversation(ofUser).flatMap((message) =>
          message.role === 'user' && message.editOf !== undefined ? [message.content] : [],
        );
        const text = texts
          .filter((one) => !isOffered(chat, one) && !sent.includes(one))
          .reduce(joinTexts, '');
        return text !== '' && (await giveBackTo(db, chatId, { text }, clock.now())) ? text : null;
      }),

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
