// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paintAsBefore, paintDensity, paintTheme } from '@/src/panel/appearance/painted-appearance';

let root: HTMLElement;
const look = () => ({
  theme: root.dataset.theme ?? null,
  density: root.dataset.density ?? null,
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

it('a panel that was never painted has the system’s theme and the normal size', () => {
  expect(look()).toEqual({ theme: null, density: null });
});

it('theme and density are there before the first paint of the next panel', () => {
  paintTheme(root, 'dark');
  paintDensity(root, 'compact');
  expect(look()).toEqual({ theme: 'dark', density: 'compact' });
  reopen();
  expect(look()).toEqual({ theme: 'dark', density: 'compact' });
});

it('the defaults replace what was painted before, also in the next panel', () => {
  paintTheme(root, 'light');
  paintDensity(root, 'compact');
  paintTheme(root, 'system');
  paintDensity(root, 'normal');
  expect(look()).toEqual({ theme: null, density: null });
  reopen();
  expect(look()).toEqual({ theme: null, density: null });
  expect(localStorage).toHaveLength(0);
});

it('copies that can’t be read are ignored', () => {
  localStorage.setItem('painted-theme', 'sepia');
  localStorage.setItem('painted-density', 'dense');
  reopen();
  expect(look()).toEqual({ theme: null, density: null });
});

it('a browser that refuses localStorage paints the setting, and the defaults before it is read', () => {
  vi.stubGlobal('localStorage', {
    getItem: refuse,
    setItem: refuse,
    removeItem: refuse,
  });
  reopen();
  paintTheme(root, 'dark');
  paintDensity(root, 'normal');
  expect(look()).toEqual({ theme: 'dark', density: null });
});

function refuse(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError');
}
