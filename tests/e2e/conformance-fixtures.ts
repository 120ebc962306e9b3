import { test as base } from '@playwright/test';
import { chromium } from 'playwright';
import { requireBrowser } from '@/scripts/find-program.mjs';
import { chromiumTabs } from '@/tests/conformance/chromium-tabs';
import type { KitBrowser } from '@/tests/conformance/kit-browser';
import { livePageOf } from '@/tests/conformance/live-page';

/** Tests with a browser of their own that has no extension: the kit installs page halves by itself. */
export const test = base.extend<object, { kitBrowser: KitBrowser }>({
  kitBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
    async ({}, use) => {
      const executablePath = requireBrowser();
      const browser = await chromium.launch({ executablePath });
      await use(chromiumTabs(browser, livePageOf(process.env)?.storageState ?? null));
      await browser.close();
    },
    { scope: 'worker' },
  ],
});
