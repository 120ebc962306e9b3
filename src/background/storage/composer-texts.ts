import type { StewardDatabase } from '@/src/store/db';
import { stored } from './storage-error';

/** Stores the composer text of each chat, so that it outlives the panel. */
export interface ComposerTexts {
  /** An empty text deletes the stored one. */
  keep(chatId: string, text: string): Promise<void>;
}

export function createComposerTexts(db: Pick<StewardDatabase, 'composerTexts'>): ComposerTexts {
  return {
    async keep(chatId, text) {
      await stored(async () => {
        if (text === '') await db.composerTexts.delete(chatId);
        else await db.composerTexts.put({ chatId, text });
      });
    },
  };
}
