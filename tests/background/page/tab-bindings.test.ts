import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { createTabBindings, type TabBindings } from '@/src/background/page/tab-bindings';

let bindings: TabBindings;

beforeEach(async () => {
  await browser.storage.session.clear();
  bindings = createTabBindings();
});

afterEach(() => void vi.restoreAllMocks());

it('the tab of a chat is read once, and again after each change', async () => {
  await bindings.bind('a', 1);
  const reading = vi.spyOn(browser.storage.session, 'get');
  expect([await bindings.tabOf('a'), await bindings.tabOf('a')]).toEqual([1, 1]);
  expect(reading).toHaveBeenCalledTimes(1);
  await bindings.bind('a', 2);
  expect(await bindings.tabOf('a')).toBe(2);
  await bindings.unbind('a');
  expect(await bindings.tabOf('a')).toBeNull();
});

it('a chat has no tab once its data is deleted', async () => {
  await bindings.bind('a', 1);
  expect(await bindings.tabOf('a')).toBe(1);
  await browser.storage.session.clear();
  await expect.poll(() => bindings.tabOf('a')).toBeNull();
});
