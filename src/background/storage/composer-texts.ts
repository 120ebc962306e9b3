import type { StewardDatabase } from '@/src/store/db';
import { requireChat } from './require-chat';
import { stored } from './storage-error';

/** Stores the composer text of each chat, so that it outlives the panel. */
export interface ComposerTexts {
  /** An empty text deletes the stored one. Rejects with `not-found` if the chat is deleted. */
  keep(chatId: string, text: string): Promise<void>;
}

export function createComposerTexts(
  db: Pick<StewardDatabase, 'chats' | 'composerTexts' | 'transaction'>,
): ComposerTexts {
  return {
    async keep(chatId, text) {
      await stored(() =>
        db.transaction('rw', [db.chats, db.composerTexts], async () => {
          await requireChat(db, chatId);
          if (text === '') await db.composerTexts.delete(chatId);
          else await db.composerTexts.put({ chatId, text });
        }),
      );
    },
  };
}
