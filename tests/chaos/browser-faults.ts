/// <reference types="chrome" />
import type { ChaosStage } from './chaos-stage';

/** The user closes the page's tab, and opens the page again in another one. */
export async function closeTab(stage: ChaosStage): Promise<void> {
  const { page } = stage.filterPage;
  // Without another tab, the window would be closed, too.
  const other = await stage.browser.context.newPage();
  await page.close();
  await stage.openPage(other);
}

/** The browser discards the page's tab to save memory, and loads the page again when the user returns to the tab. */
export async function discardTab(stage: ChaosStage): Promise<void> {
  const { page } = stage.filterPage;
  const { context } = stage.browser;
  const url = page.url();
  // The tab in front can't be discarded.
  const front = await context.newPage();
  await front.goto(`chrome-extension://${stage.browser.extensionId}/manifest.json`);
  const tabId = await front.evaluate(async (discarded) => {
    const tabs = await chrome.tabs.query({});
    const tab = tabs.find((candidate) => candidate.url === discarded);
    return (await chrome.tabs.discard(tab?.id as number))?.id as number;
  }, url);
  const loaded = context.waitForEvent('page', (candidate) => candidate.url() === url);
  await front.evaluate((id) => chrome.tabs.update(id, { active: true }), tabId);
  await stage.movePage(await loaded);
  await front.close();
}

/** The process that renders the page ends, and the browser loads the page again when the user returns to the tab. */
export async function crashRenderer(stage: ChaosStage): Promise<void> {
  const { page } = stage.filterPage;
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // Its answer never comes.
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  // The driver can't use a tab that has crashed, even if the user reloads it. It can use the tab that takes its place.
  await discardTab(stage);
}

/** The browser's processes are killed; the user starts it again, and opens the page. */
export async function killBrowser(stage: ChaosStage): Promise<void> {
  const { context } = stage.browser;
  const closed = context.waitForEvent('close');
  process.kill(await processOf(stage), 'SIGKILL');
  await closed;
  await stage.restartBrowser();
  const { context: next } = stage.browser;
  const [tab = await next.newPage()] = next.pages();
  await stage.openPage(tab);
}

async function processOf({ browser }: ChaosStage): Promise<number> {
  const session = await browser.context.browser()?.newBrowserCDPSession();
  if (session === undefined) throw new Error('The browser offers no DevTools session.');
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const found = processInfo.find(({ type }) => type === 'browser');
  if (found === undefined) throw new Error('The browser’s process is unknown.');
  return found.id;
}
