import { test as base } from '@playwright/test';
import { productNamed } from '@/tests/drive/products';
import type { BrowserProduct, ProductName, RunningBrowser } from '@/tests/drive/steward-browser';
import { expectNothingLeft } from './expect-nothing-left';
import { findOnlyIn, ONLY_IN } from './only-in';

export interface ProductFixtures {
  /** The browser of the Playwright project (playwright.config.ts). */
  productName: ProductName;
  product: BrowserProduct;
  /** Features of the shared browser to turn on, by their names; undefined for none. */
  features: readonly string[] | undefined;
  /** A browser without the extension, for all tests of a worker. */
  sharedBrowser: RunningBrowser;
}

/** Tests with the browser of their Playwright project. */
export const test = base.extend<{ skipsOther: undefined }, ProductFixtures>({
  /** Skips a story of the other browser before anything is started for it. */
  skipsOther: [
    async ({ productName }, use, testInfo) => {
      const only = findOnlyIn(testInfo.annotations);
      testInfo.skip(only !== undefined && only.type !== ONLY_IN[productName], only?.description ?? '');
      await use(undefined);
    },
    { auto: true },
  ],

  productName: ['chromium', { option: true, scope: 'worker' }],

  product: [({ productName }, use) => use(productNamed(productName)), { scope: 'worker' }],

  features: [undefined, { option: true, scope: 'worker' }],

  sharedBrowser: [
    async ({ product, features }, use) => {
      const pageSize = { width: 1200, height: 800 };
      const browser = await product.start({ headless: true, pageSize, ...(features && { features }) });
      try {
        await use(browser);
      } finally {
        await browser.close();
      }
      await expectNothingLeft(browser.folder);
    },
    { scope: 'worker' },
  ],
});
