// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paintAsBefore, paintMessageHeight, paintTheme } from '@/src/panel/appearance/painted-appearance';

let root: HTMLElement;
const look = () => ({
  theme: root.dataset.theme ?? null,
  height: root.style.getPropertyValue('--message-height'),
});
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

it('a panel that was never painted has the system’s theme and three lines', () => {
  expect(look()).toEqual({ theme: null, height: '' });
});

it('theme and height are there before the first paint of the next panel', () => {
  paintTheme(root, 'dark');
  paintMessageHeight(root, 120);
  expect(look()).toEqual({ theme: 'dark', height: '120px' });
  reopen();
  expect(look()).toEqual({ theme: 'dark', height: '120px' });
});

it('the defaults replace what was painted before, also in the next panel', () => {
  paintTheme(root, 'light');
  paintMessageHeight(root, 120);
  paintTheme(root, 'system');
  paintMessageHeight(root, null);
  expect(look()).toEqual({ theme: null, height: '' });
  reopen();
  expect(look()).toEqual({ theme: null, height: '' });
  expect(localStorage).toHaveLength(0);
});

it('copies that can’t be read are ignored', () => {
  localStorage.setItem('painted-theme', 'sepia');
  localStorage.setItem('painted-message-height', 'tall');
  reopen();
  expect(look()).toEqual({ theme: null, height: '' });
});

it('a browser that refuses localStorage paints the setting, and the defaults before it is read', () => {
  vi.stubGlobal('localStorage', {
    getItem: refuse,
    setItem: refuse,
    removeItem: refuse,
  });
  reopen();
  paintTheme(root, 'dark');
  paintMessageHeight(root, null);
  expect(look()).toEqual({ theme: 'dark', height: '' });
});

function refuse(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError');
}
