import { type StoredChoice, useStoredChoice } from '@/src/panel/kit/use-stored';

/** The key that sends a message. With either one, Ctrl or Cmd with Enter sends, and Shift with Enter breaks the line. */
export type SendKey = 'ctrl-enter' | 'enter';

/** Key of the setting in storage.local; one for the whole extension. */
export const SEND_KEY_KEY = 'send-key';

/** The chosen key that sends a message. */
export function useSendKey(onError: (error: unknown) => void): StoredChoice<SendKey> {
  return useStoredChoice(SEND_KEY_KEY, readSendKey, onError);
}

function readSendKey(stored: unknown): SendKey {
  return stored === 'enter' ? 'enter' : 'ctrl-enter';
}
