import { serveHtml } from '@/tests/fakes/serve-html';
import { expectNothingLeft } from './expect-nothing-left';
import { test as base, expect } from './fixtures';
import { withNewExtension } from './shared-browser';

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
      features: ['LocalNetworkAccessChecks'],
      switches: [`--ip-address-space-overrides=${new URL(site).host}=public`],
    });
    try {
      await withNewExtension(browser, product, use);
    } finally {
      await browser.close();
    }
    await expectNothingLeft(browser.folder);
  },
});

test('an endpoint on this machine answers although the browser keeps the page from it', {
  tag: '@panel',
}, async ({ site, steward, openPanel, startModel }) => {
  const model = await startModel([() => ({ kind: 'response', content: 'Here I am.' })]);
  const page = await steward.context.newPage();
  const reasons: string[] = [];
  page.on('console', (message) => reasons.push(message.text()));
  await page.goto(site);

  const request = (url: string) => fetch(url, { mode: 'no-cors' }).then(() => 'answered', String);
  expect(await page.evaluate(request, `${model.baseUrl}/models`)).toBe('TypeError: Failed to fetch');
  expect(reasons.join('\n')).toContain('access the `loopback` address space');

  const panel = await openPanel(page);
  await panel.connectScripted(model);
  await panel.converse('Are you there?', 'Here I am.');
});
