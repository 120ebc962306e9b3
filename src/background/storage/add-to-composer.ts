import type { MessageImage } from '@/src/core/records/image';
import { joinTexts } from '@/src/core/text/join-texts';
import type { StewardDatabase } from '@/src/store/db';

/** Adds a message to what is in a chat's composer, within the caller's transaction. Images that are not the chat's are ignored. */
export async function addToComposer(
  db: Pick<StewardDatabase, 'composerTexts' | 'images'>,
  chatId: string,
  { text, images = [] }: { text: string; images?: MessageImage[] },
  place: 'before' | 'after',
): Promise<void> {
  // No row is kept for an empty composer.
  const current = (await db.composerTexts.get(chatId))?.text ?? '';
  const joined = place === 'before' ? joinTexts(text, current) : joinTexts(current, text);
  if (joined !== '') await db.composerTexts.put({ chatId, text: joined });
  await db.images
    .where('id')
    .anyOf(images.map(({ id }) => id))
    .filter((image) => image.chatId === chatId)
    .modify({ isDraft: 1 });
}
