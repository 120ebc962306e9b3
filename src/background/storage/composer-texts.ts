import { joinTexts } from '@/src/core/text/join-texts';
import type { ComposerText, StewardDatabase } from '@/src/store/db';
import { requireChat } from './require-chat';
import { stored } from './storage-error';

/** Stores the composer text of each chat, so that it outlives the panel. */
export interface ComposerTexts {
  /** Rejects with `not-found` if the chat is deleted. */
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
          await changeComposer(db, chatId, (current) => ({ ...current, text }));
        }),
      );
    },
  };
}

/** Changes what is in a chat's composer, within the caller's transaction. */
export async function changeComposer(
  db: Pick<StewardDatabase, 'composerTexts'>,
  chatId: string,
  change: (current: ComposerText) => ComposerText,
): Promise<void> {
  const changed = change(await composerOf(db, chatId));
  const imageIds = [...new Set(changed.imageIds)];
  if (changed.text === '' && imageIds.length === 0) await db.composerTexts.delete(chatId);
  else await db.composerTexts.put({ ...changed, imageIds });
}

/** Reads a chat's composer, within the caller's transaction. */
export async function composerOf(
  db: Pick<StewardDatabase, 'composerTexts'>,
  chatId: string,
): Promise<ComposerText> {
  // No row is kept for an empty one.
  return (await db.composerTexts.get(chatId)) ?? { chatId, text: '', imageIds: [] };
}

/** Adds a message to what is in a chat's composer, within the caller's transaction. */
export async function addToComposer(
  db: Pick<StewardDatabase, 'composerTexts'>,
  chatId: string,
  { text, images = [] }: { text: string; images?: readonly { id: string }[] },
  place: 'before' | 'after',
): Promise<void> {
  await changeComposer(db, chatId, (current) => ({
    ...current,
    text: place === 'before' ? joinTexts(text, current.text) : joinTexts(current.text, text),
    imageIds: [...current.imageIds, ...images.map(({ id }) => id)],
  }));
}
