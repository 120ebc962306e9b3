// @document
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paintAsBefore, paintTheme } from '@/src/panel/settings/appearance/painted-theme';

let root: HTMLElement;
const theme = () => root.dataset.theme ?? null;
/** The panel closes, and opens again. */
const reopen = () => {
  root = document.createElement('html');
  paintAsBefore(root);
};

beforeEach(() => {
  localStorage.clear();
  reopen();
});
afterEach(() => vi.unstubAllGlobals());

it('a panel that was never painted has the system’s theme', () => {
  expect(theme()).toBeNull();
});

it('the theme is there before the first paint of the next panel', () => {
  paintTheme(root, 'dark');
  expect(theme()).toBe('dark');
  reopen();
  expect(theme()).toBe('dark');
});

it('the system’s theme replaces what was painted before, also in the next panel', () => {
  paintTheme(root, 'light');
  paintTheme(root, 'system');
  expect(theme()).toBeNull();
  reopen();
  expect(theme()).toBeNull();
  expect(localStorage).toHaveLength(0);
});

it('a copy that can’t be read, and that of the size in an earlier version, are ignored', () => {
  localStorage.setItem('painted-theme', 'sepia');
  localStorage.setItem('painted-density', 'compact');
  reopen();
  expect({ ...root.dataset }).toEqual({});
});

it('a browser that refuses localStorage paints the setting, and the default before it is read', () => {
  vi.stubGlobal('localStorage', {
    getItem: refuse,
    setItem: refuse,
    removeItem: refuse,
  });
  reopen();
  expect(theme()).toBeNull();
  paintTheme(root, 'dark');
  expect(theme()).toBe('dark');
});

function refuse(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError');
}
