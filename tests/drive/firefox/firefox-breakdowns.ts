import type { BrowserContext, Page } from 'playwright';
import { waitUntil } from '../wait-until';
import type { ChromeScope } from './chrome-scope';
import {
  type BrowserScope,
  type BrowserWindow,
  type CrashHandlerModule,
  navigableOf,
  type QuotaRequest,
} from './private-interfaces';

/** A running Firefox. */
interface FirefoxTabs {
  context: BrowserContext;
  chrome: ChromeScope;
}

/** Implements `RunningBrowser.kill`. */
export async function killBrowser({ context, chrome }: FirefoxTabs): Promise<void> {
  const processId = await chrome.run(saveSettings, null);
  const closed = context.waitForEvent('close');
  process.kill(processId, 'SIGKILL');
  await closed;
}

/** Implements `InstalledExtension.discardTab`. */
export async function discardTab({ context, chrome }: FirefoxTabs, page: Page): Promise<Page> {
  const url = page.url();
  // The tab in front can't be discarded.
  const front = await context.newPage();
  await chrome.run(discardBrowser, navigableOf(page));
  await chrome.run(selectTab, url);
  const again = await pageAt(context, url);
  await front.close();
  return again;
}

/** Implements `InstalledExtension.crashRenderer`. */
export async function crashRenderer({ chrome }: FirefoxTabs, page: Page): Promise<Page> {
  const url = page.url();
  process.kill(await chrome.run(prepareCrash, navigableOf(page)), 'SIGKILL');
  await page.waitForURL(/^about:tabcrashed/, { waitUntil: 'commit' });
  await page.goto(url, { waitUntil: 'commit' });
  return page;
}

/** Implements `InstalledExtension.deleteDatabases`. */
export function deleteDatabases(chrome: ChromeScope, extensionId: string): Promise<void> {
  return chrome.run(clearDatabases, extensionId);
}

/** Waits for a tab with this address, and returns its page. */
async function pageAt(context: BrowserContext, url: string): Promise<Page> {
  let found: Page | undefined;
  const isThere = async () => {
    found = context.pages().find((page) => page.url() === url);
    return found !== undefined;
  };
  await waitUntil(isThere, `No tab shows ${url} again.`);
  return found as Page;
}

// The following functions run in the browser's scope.

/** Writes Firefox's settings to its profile, which Firefox itself does only after a while, and returns the id of its main process. */
function saveSettings(): number {
  const { Services } = globalThis as unknown as BrowserScope;
  Services.prefs.savePrefFile(null);
  return Services.appinfo.processID;
}

async function discardBrowser(navigable: string): Promise<void> {
  const { NavigableManager } = globalThis as unknown as BrowserScope;
  const browser = NavigableManager.getBrowserById(navigable);
  const window = browser?.ownerDocument.defaultView as BrowserWindow | null | undefined;
  const tab = browser && window?.gBrowser.getTabForBrowser(browser);
  if (!window || !tab) throw new Error('no tab shows this page');
  await window.gBrowser.prepareDiscardBrowser(tab);
  if (!window.gBrowser.discardBrowser(tab, true)) throw new Error('the tab was not discarded');
}

function selectTab(url: string): void {
  const { Services } = globalThis as unknown as BrowserScope;
  for (const { gBrowser } of Services.wm.getEnumerator('navigator:browser')) {
    const tab = [...gBrowser.tabs].find(({ linkedBrowser }) => linkedBrowser.currentURI?.spec === url);
    if (tab === undefined) continue;
    gBrowser.selectedTab = tab;
    return;
  }
  throw new Error(`no tab has ${url}`);
}

/** Makes Firefox go on after the end of the process that renders a page. Returns the id of that process. */
function prepareCrash(navigable: string): number {
  const { NavigableManager, ChromeUtils, Cu } = globalThis as unknown as BrowserScope;
  const { TabCrashHandler } = ChromeUtils.importESModule<CrashHandlerModule>(
    'resource:///modules/ContentCrashHandlers.sys.mjs',
  );
  // Playwright sets an environment variable with which Firefox quits when the process of a page crashes.
  const { Services } = Cu.getGlobalForObject(TabCrashHandler);
  const { env } = Services;
  Services.env = {
    get: (name) => env.get(name),
    exists(name) {
      if (name !== 'MOZ_CRASHREPORTER_SHUTDOWN') return env.exists(name);
      Services.env = env;
      return false;
    },
  };
  const context = NavigableManager.getBrowserById(navigable)?.browsingContext;
  if (!context?.currentWindowGlobal) throw new Error('no tab shows this page');
  return context.currentWindowGlobal.osPid;
}

async function clearDatabases(id: string): Promise<void> {
  const { Services, WebExtensionPolicy } = globalThis as unknown as BrowserScope;
  const principal = WebExtensionPolicy.getByID(id)?.extension.principal;
  if (principal === undefined) throw new Error('the extension is not installed');
  const { resultCode } = await new Promise<QuotaRequest>((resolve) => {
    Services.qms.clearStoragesForClient(principal, 'idb').callback = resolve;
  });
  if (resultCode !== 0) throw new Error(`the databases were not deleted: ${resultCode.toString(16)}`);
}
