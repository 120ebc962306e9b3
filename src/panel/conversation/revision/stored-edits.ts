import { browser } from 'wxt/browser';
import { textError } from '@/src/core/errors';
import type { UserMessage } from '@/src/schema/message';

/** Longest edit that is stored, in UTF-16 units. The browser limits storage.session to 10 MB in all. */
const MAX_STORED_LENGTH = 500_000;

type Edited = Pick<UserMessage, 'id' | 'chatId'>;

/** Key in storage.session. It ends with the chat's id: deleting a chat deletes all such keys. */
function keyOf({ id, chatId }: Edited): string {
  return `edit:${id}:${chatId}`;
}

/** The text that the user wrote for a message and neither sent nor cancelled; null if there is none. */
export async function readStoredEdit(message: Edited): Promise<string | null> {
  const key = keyOf(message);
  const text: unknown = (await browser.storage.session.get(key))[key];
  return typeof text === 'string' ? text : null;
}

/**
 * Stores the text of an edit until the browser is closed, so that it survives closing the panel. Rejects with `storage` if the
 * text is too long or can't be written.
 */
export async function storeEdit(message: Edited, text: string): Promise<void> {
  try {
    if (text.length > MAX_STORED_LENGTH) throw new RangeError(`${text.length} characters`);
    await browser.storage.session.set({ [keyOf(message)]: text });
  } catch (cause) {
    throw textError('storage', 'revision.notStored', { details: String(cause), cause });
  }
}

/** Deletes the text of a message that is sent, cancelled or set aside. */
export function deleteStoredEdit(message: Edited): void {
  // If this fails, the form shows the old text when it is opened again, and the user can cancel it there.
  browser.storage.session.remove(keyOf(message)).catch(() => undefined);
}

/** The edits of a chat's messages that the user hasn't sent. */
export interface ChatEdits {
  /** The message whose form is open; null if none is. */
  open: UserMessage | null;
  /** Texts that the user wrote, by the id of the message. */
  texts: Map<string, string>;
}

/** Edits by chat id. They are kept while another chat is shown. */
export type KeptEdits = Map<string, ChatEdits>;

/** Edits of a chat, created by the first call for it. */
export function editsOf(kept: KeptEdits, chatId: string): ChatEdits {
  const edits = kept.get(chatId);
  if (edits !== undefined) return edits;
  const none = { open: null, texts: new Map() };
  kept.set(chatId, none);
  return none;
}
