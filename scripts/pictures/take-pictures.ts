import { join } from 'node:path';
import type { Page } from 'playwright';
import { APPROVE } from '@/tests/drive/approve-button';
import { CHROMIUM } from '@/tests/drive/chromium/launch-chromium';
import { clickToolbarButton } from '@/tests/drive/click-toolbar-button';
import { createConnectionSheet } from '@/tests/drive/connection-sheet';
import { openFilterPage } from '@/tests/drive/filter-page';
import { launchBrowser } from '@/tests/drive/launch-browser';
import { createPanel } from '@/tests/drive/panel';
import type { StewardBrowser } from '@/tests/drive/steward-browser';
import { createClosers } from '../demo/closers';
import { emptyOutput, startDemoPlayground } from '../demo/start-demo-playground';
import { ROOT } from '../set-up.mjs';

const FOLDER = join('docs', 'images');
/** The build that users install. It has access to a page only after a click, unlike the builds for tests. */
const PUBLISHED_EXTENSION = join(ROOT, 'dist', 'chrome-mv3');
const PAGE_SIZE = { width: 1200, height: 800 };
/** Widths of the panel in CSS pixels: beside the page, and alone. */
const BESIDE_WIDTH = 435;
const ALONE_WIDTH = 360;

/** Takes every picture that the README and the documents for users show, under the name that they use. */
export async function takePictures(): Promise<void> {
  const closers = createClosers();
  try {
    emptyOutput();
    const playground = await startDemoPlayground();
    closers.add(() => playground.close());
    const browser = await launchBrowser(CHROMIUM, {
      extension: PUBLISHED_EXTENSION,
      headless: true,
      pageSize: PAGE_SIZE,
    });
    closers.add(() => browser.close());
    await photographAll(browser, playground);
  } finally {
    await closers.closeAll();
  }
}

async function photographAll(
  browser: StewardBrowser,
  { url, apiKey }: { url: string; apiKey: string },
): Promise<void> {
  const [page = await browser.context.newPage()] = browser.context.pages();
  const filterPage = await openFilterPage(page, url, apiKey);
  await filterPage.chooseProvider('openai');
  const sidePanel = await clickToolbarButton(browser, page);
  const panel = createPanel(sidePanel.page);
  const connections = createConnectionSheet(sidePanel.page);

  await panel.pageLine.getByText('openai').waitFor();
  await photographPanel(sidePanel.page, 'own-1-first-click', 620);
  // A headless browser does not show the permission prompt that saving a connection opens.
  await browser.setHostPermission('http://127.0.0.1/*', true);
  await panel.connect(`${url}/v1`, apiKey);
  await panel.chooseModel('demo/assistant');
  await panel.keepSite();

  await connections.open();
  await connections.edit(new URL(url).host);
  await connections.test();
  await photographPanel(sidePanel.page, 'own-2-connection', 900);
  await connections.close();

  await panel.ask('Block preview models');
  await panel.finished();
  await photographPanel(sidePanel.page, 'own-3-at-work', 700);
  await photographBoth(browser, page, sidePanel.page, 'steward');
  await panel.openSites();
  await photographPanel(sidePanel.page, 'own-4-sites', 640);
  await panel.closeSites();

  await sidePanel.page.getByRole('button', { name: 'Permissions:' }).click();
  await sidePanel.page.getByLabel('Ask before every change').check();
  await sidePanel.page.keyboard.press('Escape');
  await panel.ask('Block *mini*, *turbo* and "o1"');
  await panel.approval.getByRole('button', { name: APPROVE, disabled: false }).waitFor();
  await photographPanel(sidePanel.page, 'approval', 760);
}

/** Takes a picture of the panel alone, at the given height in CSS pixels. */
async function photographPanel(panel: Page, name: string, height: number): Promise<void> {
  await panel.setViewportSize({ width: ALONE_WIDTH, height });
  // Moves the pointer away, so that no button is shown as hovered.
  await panel.mouse.move(0, 0);
  await panel.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' });
}

/** Takes a picture of the page with the panel beside it, as in the browser's window. */
async function photographBoth(
  { context }: StewardBrowser,
  page: Page,
  panel: Page,
  name: string,
): Promise<void> {
  await panel.setViewportSize({ width: BESIDE_WIDTH, height: PAGE_SIZE.height });
  const pictures = [
    await page.screenshot({ animations: 'disabled' }),
    await panel.screenshot({ animations: 'disabled' }),
  ];
  const images = pictures.map((png) => `<img src="data:image/png;base64,${png.toString('base64')}">`);
  const frame = await context.newPage();
  await frame.setViewportSize({ width: PAGE_SIZE.width + 1 + BESIDE_WIDTH, height: PAGE_SIZE.height });
  await frame.setContent(
    `<body style="margin: 0; display: flex">${images.join('<div style="border-left: 1px solid #bbb"></div>')}</body>`,
  );
  await frame.screenshot({ path: join(FOLDER, `${name}.png`) });
  await frame.close();
}
