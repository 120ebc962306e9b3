import { clickToolbarButton } from '@/tests/drive/click-toolbar-button';
import { welcomePage, welcomePages } from '@/tests/drive/welcome-page';
import { productionBuild } from '@/tests/project/production-build';
import { attachScreenshot } from './attach-screenshot';
import { expectAccessible } from './expect-accessible';
import { expect, test } from './fixtures';
import { inBothBrowsers } from './thorough';
import { withLaunched } from './with-launched';

test(
  'after the installation one page says in two steps how to begin; it requests nothing, and fits 320 px',
  inBothBrowsers({ tag: '@main' }),
  async ({ product, playground }, testInfo) => {
    const build = await productionBuild(product.buildName);
    await withLaunched(product, build.path, async (browser) => {
      const requested: string[] = [];
      browser.context.on('request', (request) => requested.push(request.url()));
      const page = await welcomePage(browser);
      await page.setViewportSize({ width: 320, height: 640 });
      await expect(page.getByRole('heading')).toHaveText([
        'Steward is installed',
        'Pin it',
        'Open your admin page',
      ]);
      await expect(page.getByRole('listitem').first()).toContainText('puzzle piece (“Extensions”)');
      await expect(page.getByRole('link')).toHaveAttribute('href', /^https:.*\/docs\/getting-started\.md$/);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      await expectAccessible(page, 'the welcome page');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await attachScreenshot(page, testInfo, `first-install-${colorScheme}`);
      }
      expect(requested.filter((url) => url.startsWith('http'))).toEqual([]);

      // The second step, in the same tab.
      await page.goto(playground.url);
      const panel = await clickToolbarButton(browser, page);
      await expect(panel.page.getByRole('heading', { level: 1 })).toBeVisible();
      await panel.release();
      expect(welcomePages(browser)).toEqual([]);
    });
    await build.remove();
  },
);
