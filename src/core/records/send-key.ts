/** The keys that send a message. With either setting, Ctrl or Cmd with Enter sends, and Shift with Enter breaks the line. */
export const SEND_KEYS = ['ctrl-enter', 'enter'] as const;

export type SendKey = (typeof SEND_KEYS)[number];

/** Key of the setting in storage.local; one for the whole extension. */
export const SEND_KEY_KEY = 'send-key';

/** Reads a stored setting: `ctrl-enter` if none is stored, null if the value is none. */
export function readSendKey(stored: unknown): SendKey | null {
  if (stored === undefined) return 'ctrl-enter';
  return SEND_KEYS.find((key) => key === stored) ?? null;
}
