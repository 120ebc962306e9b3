import { browser } from 'wxt/browser';
import { StewardError } from '@/src/core/errors';
import type { UserMessage } from '@/src/schema/message';
import { i18n } from '@/src/texts/i18n';

/** Longest edit that is stored, in UTF-16 units. The browser has 10 MB for all that is stored for its session. */
const MAX_STORED_LENGTH = 500_000;

/** Ids of an edited message. */
type Edited = Pick<UserMessage, 'id' | 'chatId'>;

/** Key in storage.session. What ends with the chat's id there is deleted with the chat. */
function keyOf({ id, chatId }: Edited): string {
  return `edit:${id}:${chatId}`;
}

/** The text that the user wrote for a message and neither sent nor cancelled; null if there is none. */
export async function readStoredEdit(message: Edited): Promise<string | null> {
  const key = keyOf(message);
  const text: unknown = (await browser.storage.session.get(key))[key];
  return typeof text === 'string' ? text : null;
}

/** Stores what the user wrote for a message until the browser is closed, so that it outlives the panel. */
export async function storeEdit(message: Edited, text: string): Promise<void> {
  try {
    if (text.length > MAX_STORED_LENGTH) throw new RangeError(`${text.length} characters`);
    await browser.storage.session.set({ [keyOf(message)]: text });
  } catch (cause) {
    throw new StewardError('storage', i18n.t('revision.notStored'), {
      remedy: i18n.t('revision.notStoredRemedy'),
      details: String(cause),
      cause,
    });
  }
}

/** Deletes the text of a message that is sent, cancelled or set aside. */
export function deleteStoredEdit(message: Edited): void {
  // One that stays is in the form again when that is opened, where the user can cancel it.
  browser.storage.session.remove(keyOf(message)).catch(() => undefined);
}
