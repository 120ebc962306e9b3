import { StewardError } from '@/src/core/errors';
import type { Clock } from '@/src/core/ports/clock';
import type { SetAside } from '@/src/core/records/chat';
import { withSetAside } from '@/src/core/records/set-aside';
import type { StewardDatabase } from '@/src/store/db';
import { addToComposer } from './add-to-composer';
import { rowMissing, stored } from './storage-error';
import { updateRow } from './update-row';

/** Unsent texts and messages that are set aside, on the chat's row. A message that another one replaces is set aside by the journal. */
export interface SetAsideStore {
  /** Sets a text aside. Rejects with `not-found` if the chat is deleted. */
  add(chatId: string, text: string): Promise<void>;
  /** Moves what is set aside into the composer. Rejects with `not-found` if it isn't of the time `atMs`. */
  toComposer(chatId: string, atMs: number): Promise<void>;
  /** Forgets what is set aside; its images are unused then. Rejects with `not-found` if it isn't of the time `atMs`. */
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
    async add(chatId, text) {
      await stored(() =>
        db.transaction('rw', db.chats, async () => {
          const chat = await db.chats.get(chatId);
          if (chat === undefined) throw rowMissing('chat');
          const setAside = withSetAside(chat.setAside, { text, atMs: clock.now() });
          await updateRow(db.chats, chatId, { setAside }, 'chat');
        }),
      );
    },

    async toComposer(chatId, atMs) {
      await stored(() =>
        db.transaction('rw', [db.chats, db.composerTexts, db.images], async () => {
          await addToComposer(db, chatId, await take(chatId, atMs), 'after');
        }),
      );
    },

    async drop(chatId, atMs) {
      await stored(() => db.transaction('rw', db.chats, () => take(chatId, atMs)));
    },
  };
}

function changed(): StewardError {
  return new StewardError('not-found', 'This text is no longer set aside.', {
    remedy:
      'It was added or dismissed in another panel, or something was added to it: look at the message field.',
  });
}
