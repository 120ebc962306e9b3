import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserProduct, RunningBrowser, StewardBrowser } from '@/tests/drive/steward-browser';

/**
 * Passes `use` a running browser with a new extension and one blank page, and removes everything that the test
 * left there. Starting a browser costs about two seconds of processor time, a third of a typical story.
 *
 * The extension is a copy in a folder of its own: its id, its data and its permissions follow from the path, so
 * no test sees those of another.
 */
export async function withNewExtension(
  browser: RunningBrowser,
  product: BrowserProduct,
  use: (steward: StewardBrowser) => Promise<void>,
): Promise<void> {
  const folder = join(browser.folder, `extension-${crypto.randomUUID()}`);
  await cp(product.playgroundExtension, folder, { recursive: true });
  const extension = await browser.install(folder);
  await extension.started();
  await use({ ...browser, ...extension });
  // A later test may get the port of one of these sites.
  await browser.clearSites();
  await extension.uninstall();
  await rm(folder, { recursive: true });
}
