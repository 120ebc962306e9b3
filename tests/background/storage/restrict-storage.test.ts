import { afterEach, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { restrictStorage } from '@/src/background/storage/restrict-storage';

const area: { setAccessLevel?: unknown } = browser.storage.local;
const original = area.setAccessLevel;

afterEach(() => {
  area.setAccessLevel = original;
});

it('restricts storage.local to the extension’s own pages and worker', async () => {
  const setAccessLevel = vi.fn(async () => undefined);
  area.setAccessLevel = setAccessLevel;
  await restrictStorage();
  expect(setAccessLevel).toHaveBeenCalledExactlyOnceWith({ accessLevel: 'TRUSTED_CONTEXTS' });
});

it('does nothing in a browser that can’t restrict it', async () => {
  area.setAccessLevel = undefined;
  await expect(restrictStorage()).resolves.toBeUndefined();
});
