import { t } from '@/src/texts/i18n';

/** True on Apple devices, where shortcuts use ⌘. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

/** The shortcut that always sends a message, as it is written on this system. */
export function sendShortcut(): string {
  return isMac() ? '⌘⏎' : t('composer.keys.send');
}

/** The shortcut that finds a text in the chat, as it is written on this system. */
export function findShortcut(): string {
  return isMac() ? '⌘F' : t('composer.keys.find');
}

/** The shortcut that opens the menu beside Stop, as it is written on this system. */
export function menuShortcut(): string {
  return isMac() ? '⌘.' : t('composer.keys.menu');
}
