import { test as plainTest } from './fixtures';
import { expect, listenTo, test } from './strict-test';
import { inBothBrowsers } from './thorough';

const tag = '@driver';

plainTest(
  'errors of the panel reach the story, and so do its requests',
  inBothBrowsers({ tag }),
  async ({ filterPage, openPanel, steward, playground }) => {
    const panel = await openPanel(filterPage.page);
    const errors: string[] = [];
    const asked: string[] = [];
    await listenTo(panel.page, errors);
    panel.page.on('request', (request) => asked.push(request.url()));
    await panel.page.evaluate((url) => {
      console.error('logged');
      setTimeout(() => {
        throw new Error('thrown');
      });
      void Promise.reject(new Error('rejected'));
      void fetch(url);
    }, `${playground.url}/?asked-by-the-panel`);
    await expect
      .poll(() => errors.sort())
      .toEqual(['panel, unhandled: Error: rejected', 'panel, unhandled: Error: thrown', 'panel: logged']);
    await expect.poll(() => asked).toContain(`${playground.url}/?asked-by-the-panel`);
    expect(steward.context.pages()).not.toContain(panel.page);
  },
);

plainTest(
  'requests of the worker reach the story',
  inBothBrowsers({ tag }),
  async ({ steward, playground }) => {
    const asked: string[] = [];
    steward.context.on('request', (request) => asked.push(request.url()));
    const worker = await steward.worker();
    await worker.evaluate((url) => fetch(url).then(() => null), `${playground.url}/?asked-by-the-worker`);
    await expect.poll(() => asked).toContain(`${playground.url}/?asked-by-the-worker`);
  },
);

test.fail('a story fails whose panel logs an error', { tag }, async ({ filterPage, openPanel }) => {
  const panel = await openPanel(filterPage.page);
  const logged = panel.page.waitForEvent('console');
  await panel.page.evaluate(() => console.error('planted'));
  await logged;
});

test.fail('a story fails whose worker logs an error', { tag }, async ({ worker }) => {
  await worker.evaluate(() => console.error('planted'));
});
