/** Whether shortcuts are spelt with ⌘ here. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
