import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserProduct, RunningBrowser, StewardBrowser } from '@/tests/drive/steward-browser';

/**
 * Passes `use` a running browser with a new extension and one blank page, and removes everything that the test
 * left there. Starting a browser costs about two seconds of processor time, a third of a typical story.
 *
 * The extension is a copy in a folder of its own. In Chromium its id, its data and its permissions follow from the path; in Firefox
 * all copies have the same id, whose data and permissions are removed with the extension.
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
  // Playwright accepts `beforeunload` prompts only while nothing listens for dialogs, so a leftover listener would block later navigations.
  for (const event of ['dialog', 'request'] as const) browser.context.removeAllListeners(event);
  const errors = browser.takeBackgroundErrors();
  if (errors.length > 0) throw new Error(`Unhandled in the background: ${errors.join('\n')}`);
  // A later test may get the port of one of these sites.
  await browser.clearSites();
  await extension.uninstall();
  await rm(folder, { recursive: true });
}
