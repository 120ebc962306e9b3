/// <reference types="chrome" />
import { expect, test } from './fixtures';
import { readTable } from './read-table';
import { thorough } from './thorough';
import { workerId } from './worker-id';

// Without the check of the worker's console, which ends with the worker.
test(
  'a theme and a size that can’t be read leave the panel usable, and are removed and logged at the next start',
  thorough({ tag: '@chats' }),
  async ({ filterPage, openPanel, steward }) => {
    const panel = await openPanel(filterPage.page);
    const { page } = panel;
    await page.evaluate(() => chrome.storage.local.set({ theme: 'sepia', density: 'dense' }));
    await expect(panel.message).toBeEditable();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBeUndefined();

    const before = await workerId(page);
    await steward.killWorker();
    await expect.poll(() => workerId(page)).not.toBe(before);
    await panel.openSites();
    const stored = () => page.evaluate(() => chrome.storage.local.get(['theme', 'density']));
    await expect.poll(stored).toEqual({});
    const topics = async () => (await readTable(page, 'logs')).map(({ topic }) => topic);
    await expect.poll(topics).toEqual(expect.arrayContaining(['panel.theme', 'panel.density']));
  },
);
