import { expect, test } from './fixtures';
import { inBothBrowsers } from './thorough';

declare global {
  interface Window {
    /** Names of the watched elements that were shown so far, in order. */
    seen?: string[];
  }
}

/** Elements by what the user sees. Each is noted when it is first shown. */
const WATCHED = { form: '.connection-form', suggestions: '.suggestions' };

test(
  'the first run shows the form for a connection at once: no suggestions come before it',
  inBothBrowsers({ tag: '@main' }),
  async ({ filterPage, openPanel }) => {
    const panel = await openPanel(filterPage.page);
    const { page } = panel;
    await expect(page.getByLabel('Address', { exact: true })).toBeVisible();
    await page.addInitScript((watched) => {
      window.seen = [];
      new MutationObserver(() => {
        for (const [name, selector] of Object.entries(watched)) {
          const isNew = window.seen?.includes(name) === false;
          if (isNew && document.querySelector(selector)?.checkVisibility() === true) window.seen?.push(name);
        }
      }).observe(document, { childList: true, subtree: true });
    }, WATCHED);
    for (let round = 0; round < 5; round += 1) {
      await page.reload();
      await expect(page.getByLabel('Address', { exact: true })).toBeVisible();
      expect(await page.evaluate(() => window.seen)).toEqual(['form']);
    }
  },
);
