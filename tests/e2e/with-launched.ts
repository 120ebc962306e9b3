import { launchBrowser } from '@/tests/drive/launch-browser';
import type { BrowserProduct, StewardBrowser } from '@/tests/drive/steward-browser';
import { expectNothingLeft } from './expect-nothing-left';

/**
 * Passes `use` a browser of its own with the unpacked extension in this folder. The browser is closed afterwards, and must leave nothing.
 */
export async function withLaunched(
  product: BrowserProduct,
  extension: string,
  use: (browser: StewardBrowser) => Promise<void>,
): Promise<void> {
  const browser = await launchBrowser(product, {
    extension,
    headless: true,
    pageSize: { width: 1200, height: 800 },
  });
  try {
    await use(browser);
  } finally {
    await browser.close();
  }
  await expectNothingLeft(browser.folder);
}
