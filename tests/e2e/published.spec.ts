import { clickToolbarButton } from '@/tests/drive/click-toolbar-button';
import { openFilterPage } from '@/tests/drive/filter-page';
import { launchBrowser } from '@/tests/drive/launch-browser';
import { createPanel } from '@/tests/drive/panel';
import { productionBuild } from '@/tests/project/production-build';
import { expectNothingLeft } from './expect-nothing-left';
import { expect, test } from './fixtures';
import { inBothBrowsers } from './thorough';

test(
  'the published extension reads a page only after its toolbar button was clicked there',
  inBothBrowsers({ tag: '@main' }),
  async ({ playground, product }) => {
    const build = await productionBuild(product.buildName);
    const browser = await launchBrowser(product, {
      extension: build.path,
      headless: true,
      pageSize: { width: 1200, height: 800 },
    });
    try {
      const page = await browser.context.newPage();
      await openFilterPage(page, playground.url, playground.apiKey);

      const uninvited = await browser.openSidePanel(page);
      await expect(uninvited.page.getByText('Click Steward’s toolbar button on that page.')).toBeVisible();
      await uninvited.close();

      const invited = await clickToolbarButton(browser, page);
      await expect(createPanel(invited.page).pageLine).toContainText('Model filter');
      await invited.release();
    } finally {
      await browser.close();
      await build.remove();
    }
    await expectNothingLeft(browser.folder);
  },
);
