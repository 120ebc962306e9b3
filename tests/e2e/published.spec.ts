import { openFilterPage } from '@/tests/drive/filter-page';
import { launchBrowser } from '@/tests/drive/launch-browser';
import { createPanel } from '@/tests/drive/panel';
import { clickToolbarButton, openSidePanel } from '@/tests/drive/side-panel';
import { productionBuild } from '@/tests/project/production-build';
import { expectNothingLeft } from './expect-nothing-left';
import { expect, test } from './fixtures';

test('the published extension reads a page only after its toolbar button was clicked there', {
  tag: '@main',
}, async ({ playground }) => {
  const build = await productionBuild();
  const browser = await launchBrowser({
    extension: build.path,
    headless: true,
    pageSize: { width: 1200, height: 800 },
  });
  try {
    const page = await browser.context.newPage();
    await openFilterPage(page, playground.url, playground.apiKey);

    const uninvited = await openSidePanel(browser, page);
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
});
