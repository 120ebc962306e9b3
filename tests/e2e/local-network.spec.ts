import { serveHtml } from '@/tests/fakes/serve-html';
import { expectNothingLeft } from './expect-nothing-left';
import { test as base, expect } from './fixtures';
import { withNewExtension } from './shared-browser';
import { inBothBrowsers } from './thorough';

/** A page that the browser takes for one of the internet, which it keeps from this machine. */
const test = base.extend<{ site: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
  site: async ({}, use) => {
    const site = await serveHtml('<!doctype html><title>Models</title><h1>Models</h1>');
    await use(site.url);
    await site.close();
  },

  steward: async ({ site, product }, use) => {
    const browser = await product.start({
      headless: true,
      pageSize: { width: 1200, height: 800 },
      publicHost: new URL(site).host,
    });
    try {
      await withNewExtension(browser, product, use);
    } finally {
      await browser.close();
    }
    await expectNothingLeft(browser.folder);
  },
});

/** The outcome of the page's request: Chromium refuses it, and Firefox asks the user. */
const OUTCOMES = { chromium: 'refused', firefox: 'waits' } as const;

/** Runs in a page: requests an address, and writes into the title what became of it. */
function request(url: string): void {
  document.title = 'waits';
  const note = (title: string) => () => {
    document.title = title;
  };
  fetch(url, { mode: 'no-cors' }).then(note('answered'), note('refused'));
}

test(
  'an endpoint on this machine answers although the browser keeps the page from it',
  inBothBrowsers({ tag: '@panel' }),
  async ({ site, steward, product, openPanel, startModel }) => {
    const model = await startModel([() => ({ kind: 'response', content: 'Here I am.' })]);
    const page = await steward.context.newPage();
    await page.goto(site);
    await page.evaluate(request, `${model.baseUrl}/models`);

    const panel = await openPanel(page);
    await panel.connectScripted(model);
    await panel.converse('Are you there?', 'Here I am.');
    expect(await page.title()).toBe(OUTCOMES[product.name]);
  },
);
