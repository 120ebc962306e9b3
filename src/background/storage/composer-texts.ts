import type { StewardDatabase } from '@/src/store/db';
import { stored } from './storage-error';

/** What the user is writing, per chat, over a panel that is closed. */
export interface ComposerTexts {
  /** An empty text removes what is kept. */
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
