import type { ChatCopies } from '@/src/background/panel-server/chat-copies';
import type { OfferedSetting } from '@/src/core/records/settings-file';

/** Imports a whole file at once, into a window without a page in front. */
export async function importChat(
  copies: ChatCopies,
  text: string,
  chosen: readonly OfferedSetting[],
): Promise<{ chatId: string }> {
  const made = await copies.importPart({ text, index: 0, isLast: true }, 1, chosen);
  if (made === null || !('chatId' in made)) throw new Error('The file was not imported.');
  return made;
}
