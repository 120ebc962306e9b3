/** True on Apple devices, where shortcuts use ⌘. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
