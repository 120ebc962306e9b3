/// <reference types="chrome" />
import type { BrowserContext, CDPSession, Page } from 'playwright';

/** An extension in a running Chromium. */
interface ExtensionPlace {
  context: BrowserContext;
  extensionId: string;
}

/** Implements `RunningBrowser.kill`. */
export async function killBrowser(context: BrowserContext, session: CDPSession): Promise<void> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const found = processInfo.find(({ type }) => type === 'browser');
  if (found === undefined) throw new Error('The browser’s process is unknown.');
  const closed = context.waitForEvent('close');
  process.kill(found.id, 'SIGKILL');
  await closed;
}

/** Implements `InstalledExtension.discardTab`. */
export async function discardTab({ context, extensionId }: ExtensionPlace, page: Page): Promise<Page> {
  const url = page.url();
  // The tab in front can't be discarded.
  const front = await context.newPage();
  await front.goto(`chrome-extension://${extensionId}/manifest.json`);
  const tabId = await front.evaluate(async (discarded) => {
    const tabs = await chrome.tabs.query({});
    const tab = tabs.find((candidate) => candidate.url === discarded);
    return (await chrome.tabs.discard(tab?.id as number))?.id as number;
  }, url);
  const loaded = context.waitForEvent('page', (candidate) => candidate.url() === url);
  await front.evaluate((id) => chrome.tabs.update(id, { active: true }), tabId);
  const again = await loaded;
  await front.close();
  return again;
}

/** Implements `InstalledExtension.crashRenderer`. */
export async function crashRenderer(place: ExtensionPlace, page: Page): Promise<Page> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // Not awaited: the crashed page never answers.
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  // The driver can't use a tab that has crashed, even if the user reloads it. It can use the tab that takes its place.
  return discardTab(place, page);
}

/** Implements `InstalledExtension.deleteDatabases`. */
export async function deleteDatabases({ context, extensionId }: ExtensionPlace): Promise<void> {
  const [page = await context.newPage()] = context.pages();
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', {
    origin: `chrome-extension://${extensionId}`,
    storageTypes: 'indexeddb',
  });
  await session.detach();
}
