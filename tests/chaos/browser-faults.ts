import type { ChaosStage } from './chaos-stage';

/** The user closes the page's tab, and opens the page again in another one. */
export async function closeTab(stage: ChaosStage): Promise<void> {
  const { page } = stage.filterPage;
  // Without another tab, the window would be closed, too.
  const other = await stage.browser.context.newPage();
  await page.close();
  await stage.openPage(other);
}

/** The browser discards the page’s tab, and the user returns to it. */
export async function discardTab(stage: ChaosStage): Promise<void> {
  await stage.movePage(await stage.browser.discardTab(stage.filterPage.page));
}

/** The process that renders the page crashes, and the user loads the page again. */
export async function crashRenderer(stage: ChaosStage): Promise<void> {
  await stage.movePage(await stage.browser.crashRenderer(stage.filterPage.page));
}

/** The browser's process is killed; the user starts the browser again, and opens the page. */
export async function killBrowser(stage: ChaosStage): Promise<void> {
  await stage.browser.kill();
  await stage.restartBrowser();
  const { context } = stage.browser;
  const [tab = await context.newPage()] = context.pages();
  await stage.openPage(tab);
}
