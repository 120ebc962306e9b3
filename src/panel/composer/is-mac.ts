/** True on Apple devices, where shortcuts use ⌘. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

/** The shortcut that always sends a message, as it is written on this system. */
export function sendShortcut(): string {
  return isMac() ? '⌘⏎' : 'Ctrl+Enter';
}
