import type { KitBrowser } from '@/tests/conformance/kit-browser';
import { startKitBrowser } from '@/tests/conformance/kit-browsers';
import { livePageOf } from '@/tests/conformance/live-page';
import { test as base } from './product-test';

/** Tests with a browser of their own that has no extension: the kit installs page halves by itself. */
export const test = base.extend<object, { kitBrowser: KitBrowser }>({
  kitBrowser: [
    async ({ productName }, use) => {
      const { kitBrowser, close } = await startKitBrowser(
        productName,
        livePageOf(process.env)?.storageState ?? null,
      );
      await use(kitBrowser);
      await close();
    },
    { scope: 'worker' },
  ],
});
