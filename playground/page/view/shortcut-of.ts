/** An operation with a keyboard shortcut. */
export type Shortcut = 'save' | 'search' | 'add-ignore' | 'add-whitelist' | 'refresh' | 'help' | 'unpin';

/** The focus: in the search, in another field, or elsewhere. */
export type KeyPlace = 'search' | 'field' | 'page';

/** The part of a keyboard event that determines the shortcut. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const LETTERS = new Map<string, Shortcut>([
  ['/', 'search'],
  ['i', 'add-ignore'],
  ['w', 'add-whitelist'],
  ['r', 'refresh'],
  ['?', 'help'],
]);

/**
 * The shortcut of a key press; null if there is none. In fields only combinations with Ctrl or ⌘, F1 and Esc
 * count, since letters are text there. In the search, Ctrl+F is left to the browser.
 */
export function shortcutOf(press: KeyPress, place: KeyPlace): Shortcut | null {
  if (press.altKey) return null;
  if (press.ctrlKey || press.metaKey)
    return press.shiftKey ? null : combinationOf(press.key.toLowerCase(), place);
  if (press.key === 'F1') return 'help';
  if (press.key === 'Escape') return 'unpin';
  return place === 'page' ? (LETTERS.get(press.key) ?? null) : null;
}

function combinationOf(key: string, place: KeyPlace): Shortcut | null {
  if (key === 's') return 'save';
  return key === 'f' && place !== 'search' ? 'search' : null;
}
