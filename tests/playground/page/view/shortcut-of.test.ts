import { expect, it } from 'vitest';
import { type KeyPlace, type KeyPress, type Shortcut, shortcutOf } from '@/playground/page/view/shortcut-of';

const PLAIN: KeyPress = { key: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

it.each<[string, KeyPlace, Partial<KeyPress>, Shortcut | null]>([
  ['Ctrl+S saves', 'page', { key: 's', ctrlKey: true }, 'save'],
  ['⌘S saves', 'page', { key: 's', metaKey: true }, 'save'],
  ['Ctrl+S saves with Caps Lock on', 'page', { key: 'S', ctrlKey: true }, 'save'],
  ['Ctrl+S saves from a field', 'field', { key: 's', ctrlKey: true }, 'save'],
  ['Ctrl+Shift+S is the browser’s', 'page', { key: 'S', ctrlKey: true, shiftKey: true }, null],
  ['Ctrl+Alt+S is the system’s', 'page', { key: 's', ctrlKey: true, altKey: true }, null],
  ['Ctrl+F searches', 'page', { key: 'f', ctrlKey: true }, 'search'],
  ['Ctrl+F searches from a field', 'field', { key: 'f', ctrlKey: true }, 'search'],
  ['Ctrl+F in the search is the browser’s', 'search', { key: 'f', ctrlKey: true }, null],
  ['Ctrl+R is the browser’s', 'page', { key: 'r', ctrlKey: true }, null],
  ['/ searches', 'page', { key: '/' }, 'search'],
  ['/ is text in a field', 'field', { key: '/' }, null],
  ['/ is text in the search', 'search', { key: '/' }, null],
  ['i adds an ignore rule', 'page', { key: 'i' }, 'add-ignore'],
  ['i is text in a field', 'field', { key: 'i' }, null],
  ['w adds a whitelist rule', 'page', { key: 'w' }, 'add-whitelist'],
  ['r refreshes', 'page', { key: 'r' }, 'refresh'],
  ['? helps', 'page', { key: '?', shiftKey: true }, 'help'],
  ['? is text in a field', 'field', { key: '?', shiftKey: true }, null],
  ['F1 helps', 'page', { key: 'F1' }, 'help'],
  ['F1 helps in a field', 'field', { key: 'F1' }, 'help'],
  ['Esc unpins', 'page', { key: 'Escape' }, 'unpin'],
  ['Esc in a field that doesn’t use it unpins', 'search', { key: 'Escape' }, 'unpin'],
  ['other keys mean nothing', 'page', { key: 'x' }, null],
])('%s', (_, place, press, shortcut) => {
  expect(shortcutOf({ ...PLAIN, ...press }, place)).toBe(shortcut);
});
