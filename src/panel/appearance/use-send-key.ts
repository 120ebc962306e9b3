import { readSendKey, SEND_KEY_KEY, type SendKey } from '@/src/core/records/send-key';
import { useStored } from '../link/use-stored';

/** The chosen key that sends a message; null until it is loaded. */
export function useSendKey(onError: (error: unknown) => void): SendKey | null {
  return useStored(SEND_KEY_KEY, sendKeyOrDefault, onError, 'local');
}

function sendKeyOrDefault(stored: unknown): SendKey {
  // The background logs and removes a value that can't be read.
  return readSendKey(stored) ?? 'ctrl-enter';
}
