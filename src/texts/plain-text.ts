import { browser } from 'wxt/browser';
import type { TextKey } from './text-key';

/** A text of the catalogue in the browser's language. For the content script: all that `i18n` can do would be a twentieth of it. */
export function plainText(key: TextKey): string {
  return browser.i18n.getMessage(messageOf(key));
}

/** The browser's name of a text. */
function messageOf<Key extends string>(key: Key) {
  return key.replaceAll('.', '_') as MessageName;
}

type MessageName = Parameters<typeof browser.i18n.getMessage>[0];
