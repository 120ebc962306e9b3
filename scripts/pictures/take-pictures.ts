import { join } from 'node:path';
import { CHROMIUM } from '@/tests/drive/chromium/launch-chromium';
import { clickToolbarButton } from '@/tests/drive/click-toolbar-button';
import { openFilterPage } from '@/tests/drive/filter-page';
import { launchBrowser } from '@/tests/drive/launch-browser';
import { createPanel } from '@/tests/drive/panel';
import { createClosers } from '../demo/closers';
import { emptyOutput, startDemoPlayground } from '../demo/start-demo-playground';
import { ROOT, setUp } from '../set-up.mjs';
import { createPhotographer } from './photographer';
import { startPricedEndpoint } from './priced-endpoint';
import { drawPromotionalTile } from './promotional-tile';
import { playScenes, type Scene, STORE_FOLDER } from './scenes';

/** The build that users install. It has access to a page only after a click, unlike the builds for tests. */
const PUBLISHED_EXTENSION = join(ROOT, 'dist', 'chrome-mv3');
const PAGE_SIZE = { width: 1200, height: 800 };

/** Takes every picture that the README, the documents for users and the stores show, under the name that they use. */
export async function takePictures(): Promise<void> {
  await setUp('browser', ['build:playground', 'build']);
  const closers = createClosers();
  try {
    emptyOutput();
    const playground = await startDemoPlayground();
    closers.add(() => playground.close());
    const pricedEndpoint = await startPricedEndpoint(playground.url);
    closers.add(() => pricedEndpoint.close());
    const browser = await launchBrowser(CHROMIUM, {
      extension: PUBLISHED_EXTENSION,
      headless: true,
      pageSize: PAGE_SIZE,
    });
    closers.add(() => browser.close());
    const [page = await browser.context.newPage()] = browser.context.pages();
    const filterPage = await openFilterPage(page, playground.url, playground.apiKey);
    await filterPage.chooseProvider('openai');
    const sidePanel = await clickToolbarButton(browser, page);
    const scene: Scene = {
      browser,
      page,
      panel: createPanel(sidePanel.page),
      photographer: createPhotographer(browser.context, page, sidePanel.page),
      playground,
      pricedEndpoint,
    };
    await playScenes(scene);
    await drawPromotionalTile(browser.context, join(STORE_FOLDER, 'tile.png'));
  } finally {
    await closers.closeAll();
  }
}
