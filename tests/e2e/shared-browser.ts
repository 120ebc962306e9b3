import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PLAYGROUND_EXTENSION, type RunningBrowser, type StewardBrowser } from '@/tests/drive/launch-browser';
import { workerOf } from '@/tests/drive/worker-of';

/**
 * Passes `use` a running browser with a new extension and one blank page, and removes everything that the test
 * left there. Starting a browser costs about two seconds of processor time, a third of a typical story.
 *
 * The extension is a copy in a folder of its own: its id, its data and its permissions follow from the path, so
 * no test sees those of another.
 */
export async function withNewExtension(
  browser: RunningBrowser,
  use: (steward: StewardBrowser) => Promise<void>,
): Promise<void> {
  const folder = join(browser.folder, `extension-${crypto.randomUUID()}`);
  await cp(PLAYGROUND_EXTENSION, folder, { recursive: true });
  const extension = await browser.install(folder);
  // A click on the toolbar button before the worker has started is lost.
  const worker = await workerOf({ ...browser, ...extension });
  await worker.evaluate(() => null);
  await use({ ...browser, ...extension });
  await closePages(browser);
  await extension.uninstall();
  await rm(folder, { recursive: true });
}

/** Closes all pages but a new blank one, and deletes what their sites stored: a later test may get their port. */
async function closePages({ context }: RunningBrowser): Promise<void> {
  const pages = context.pages();
  const blank = await context.newPage();
  const session = await context.newCDPSession(blank);
  const origins = new Set(pages.map((page) => new URL(page.url()).origin));
  for (const page of pages) await page.close();
  for (const origin of origins) {
    if (origin.startsWith('http')) {
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    }
  }
  await session.detach();
}
