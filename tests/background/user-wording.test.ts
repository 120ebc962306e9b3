import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';

vi.mock('#texts', () => ({ LANGUAGES: ['en', 'de', 'ja'] }));

const fetched = vi.fn(async (path: string) => new Response(JSON.stringify({ a: `${path} {name}` })));
let userWording: typeof import('@/src/background/user-wording').userWording;
const words = async () => (await userWording()).text({ id: 'a', values: {} });

beforeEach(async () => {
  // What the background has loaded is lost with it.
  vi.resetModules();
  ({ userWording } = await import('@/src/background/user-wording'));
  fetched.mockClear();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('navigator', { languages: ['de-AT'] });
  browser.i18n.getUILanguage = () => 'de-AT';
  await browser.storage.local.clear();
});
afterEach(() => vi.unstubAllGlobals());

it('the background has its words in the browser’s language, which it reads once', async () => {
  expect(await words()).toBe('/texts/de.json {name}');
  await words();
  expect(fetched).toHaveBeenCalledTimes(1);
});

it('the background has its words in the chosen language, also once that is another one', async () => {
  await browser.storage.local.set({ language: 'ja' });
  expect(await words()).toBe('/texts/ja.json {name}');
  await browser.storage.local.set({ language: 'en' });
  expect(await words()).toBe('/texts/en.json {name}');
  await browser.storage.local.set({ language: 'ja' });
  await words();
  expect(fetched).toHaveBeenCalledTimes(2);
});

it('the background reads the texts again after a failure', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(words()).rejects.toThrow('Failed to fetch');
  expect(await words()).toBe('/texts/de.json {name}');
});
