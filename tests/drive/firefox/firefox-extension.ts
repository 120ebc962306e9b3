import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { CONTENT_SCRIPT_MARK } from '../content-script-mark';
import { raiseVersion } from '../raise-version';
import type { ExtensionWorker, InstalledExtension } from '../steward-browser';
import type { BidiTap } from './bidi-tap';
import { type ChromeScope, evaluateIn } from './chrome-scope';
import { createDebugWorker } from './debug-worker';
import { CONTENT_SCRIPT_QUERY } from './extension-documents';
import { crashRenderer, deleteDatabases, discardTab } from './firefox-breakdowns';
import { chooseSelectionEntry, clickToolbar, pressCommandKeys } from './firefox-input';
import {
  type AddonModule,
  type BrowserScope,
  navigableOf,
  type PermissionModule,
} from './private-interfaces';
import { createSidebars } from './sidebars';

/** The page that Firefox generates for the scripts of an extension's background. */
const BACKGROUND_PAGE = '_generated_background_page.html';

/** A Firefox, as an extension's means need it. */
export interface FirefoxPlace {
  tap: BidiTap;
  chrome: ChromeScope;
  context: Parameters<typeof createSidebars>[0]['context'];
  /** True if the mouse and keyboard of a display are used: the driver then sets neither the focus nor the sidebar's width. */
  hasRealInput: boolean;
  allPages: () => Page[];
  /** True if this BiDi navigable is the background page of an extension. */
  isBackground: (navigable: unknown) => boolean;
}

/** Installs an unpacked extension as a temporary add-on. Throws if the folder holds none or Firefox rejects it. */
export async function installExtension(place: FirefoxPlace, folder: string): Promise<InstalledExtension> {
  if (!existsSync(join(folder, 'manifest.json'))) {
    throw new Error(`${folder} holds no extension; run: npm run build:playground`);
  }
  const { tap, chrome } = place;
  const { extension: id } = await tap.command<{ extension: string }>('webExtension.install', {
    extensionData: { type: 'path', path: folder },
  });
  // An extension that is installed again gets another host.
  const host = await chrome.run(readHost, id);
  const extensionUrl = (path: string) => `moz-extension://${host}/${path}`;
  const sidebars = createSidebars({
    ...place,
    url: extensionUrl('sidepanel.html'),
    sidebarId: elementIdOf(id, 'sidebar-action'),
  });
  const reachSidePanel = () => sidebars.reach('current window');
  const worker = backgroundOf(place, id);

  async function evaluateInContentScript(page: Page, expression: string): Promise<string> {
    const outcome = await inContentScript(chrome, {
      navigable: navigableOf(page),
      extensionId: id,
      expression,
    });
    if (outcome === null) throw new Error('Steward’s content script is not in the page.');
    return outcome;
  }

  return {
    extensionId: id,
    extensionUrl,
    triggerAction: (url) => clickToolbar(chrome, { url, buttonId: elementIdOf(id, 'BAP') }),
    async openSidePanel(front) {
      await front.bringToFront();
      await sidebars.open(front);
      return reachSidePanel();
    },
    reachSidePanel,
    reachSecondSidePanel: () => sidebars.reach('newest window'),
    started: () => chrome.run(wakeBackground, id).then(() => undefined),
    worker: () => Promise.resolve(worker),
    debugWorker: createDebugWorker({ ...place, url: extensionUrl(BACKGROUND_PAGE), worker }),
    async killWorker() {
      if (!(await chrome.run(endBackground, id)))
        throw new Error('The extension’s background is not running.');
    },
    pressCommand: (name) => pressCommandKeys(chrome, folder, name),
    async askAboutSelection(text) {
      // Rejects if the menu has no such entry. The event below is emitted without checking that.
      await worker.evaluate("browser.contextMenus.update('ask-steward', {}).then(() => null)");
      await chooseSelectionEntry(chrome, { extensionId: id, text });
    },
    setHostPermission: (pattern, isGiven) => chrome.run(changePermission, { id, pattern, isGiven }),
    async isInjected(page) {
      // Registered scripts run at the latest right after the load.
      await page.waitForLoadState('load');
      await page.evaluate(() => new Promise((done) => setTimeout(done)));
      const place = { navigable: navigableOf(page), extensionId: id, expression: CONTENT_SCRIPT_MARK };
      return (await inContentScript(chrome, place)) === 'true';
    },
    evaluateInContentScript,
    discardTab: (page) => discardTab(place, page),
    crashRenderer: (page) => crashRenderer(place, page),
    deleteDatabases: () => deleteDatabases(chrome, id),
    async update() {
      await raiseVersion(folder);
      await chrome.run(installAgain, folder);
    },
    async uninstall() {
      await sidebars.closeAll();
      await tap.command('webExtension.uninstall', { extension: id });
    },
  };
}

/** The id of an extension's element in Firefox's window: its toolbar button, or the command that opens its sidebar. */
export function elementIdOf(extensionId: string, part: 'BAP' | 'sidebar-action'): string {
  return `${extensionId.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '_')}-${part}`;
}

/** The extension's background, which is started if it isn't running. */
function backgroundOf({ tap, chrome }: FirefoxPlace, id: string): ExtensionWorker {
  const evaluate = async (work: unknown, input?: unknown): Promise<unknown> => {
    const navigable = await chrome.run(wakeBackground, id);
    const source =
      typeof work === 'string' ? work : `(${String(work)})(${JSON.stringify(input) ?? 'undefined'})`;
    return evaluateIn(tap, navigable, source);
  };
  return { evaluate: evaluate as ExtensionWorker['evaluate'] };
}

interface ContentScriptPlace {
  navigable: string;
  extensionId: string;
  expression: string;
}

/**
 * The expression's value as JSON, or `refused: ` and the error; null if the page has no content script of the
 * extension.
 */
async function inContentScript(chrome: ChromeScope, place: ContentScriptPlace): Promise<string | null> {
  return chrome.run(queryContentScript, { ...place, query: CONTENT_SCRIPT_QUERY });
}

// The following functions run in the browser's scope.

function readHost(id: string): string {
  const { WebExtensionPolicy } = globalThis as unknown as BrowserScope;
  const policy = WebExtensionPolicy.getByID(id);
  if (policy === null) throw new Error(`no extension ${id} is installed`);
  return policy.mozExtensionHostname;
}

async function wakeBackground(id: string): Promise<string> {
  const { ChromeUtils, WebExtensionPolicy, NavigableManager } = globalThis as unknown as BrowserScope;
  const { setTimeout } = ChromeUtils.importESModule<{ setTimeout(work: () => void, ms: number): void }>(
    'resource://gre/modules/Timer.sys.mjs',
  );
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    const extension = WebExtensionPolicy.getByID(id)?.extension;
    await extension?.wakeupBackground?.();
    const view = [...(extension?.views ?? [])].find(({ viewType }) => viewType === 'background');
    // The driver sets this key once the element has a document.
    if (view?.xulBrowser.permanentKey !== undefined) return NavigableManager.getIdForBrowser(view.xulBrowser);
    await new Promise<void>((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the extension’s background did not start');
}

async function endBackground(id: string): Promise<boolean> {
  const { WebExtensionPolicy } = globalThis as unknown as BrowserScope;
  const extension = WebExtensionPolicy.getByID(id)?.extension;
  const isRunning = () => [...(extension?.views ?? [])].some(({ viewType }) => viewType === 'background');
  if (!isRunning()) return false;
  await extension?.terminateBackground?.({ ignoreDevToolsAttached: true, disableResetIdleForTest: true });
  if (isRunning()) throw new Error('Firefox did not end the background');
  return true;
}

async function changePermission(change: { id: string; pattern: string; isGiven: boolean }): Promise<void> {
  const { ChromeUtils, WebExtensionPolicy } = globalThis as unknown as BrowserScope;
  const { ExtensionPermissions } = ChromeUtils.importESModule<PermissionModule>(
    'resource://gre/modules/ExtensionPermissions.sys.mjs',
  );
  const extension = WebExtensionPolicy.getByID(change.id)?.extension;
  const permissions = { permissions: [], origins: [change.pattern] };
  await ExtensionPermissions[change.isGiven ? 'add' : 'remove'](change.id, permissions, extension);
}

async function queryContentScript({
  navigable,
  query,
  ...facts
}: ContentScriptPlace & { query: string }): Promise<string | null> {
  const { NavigableManager } = globalThis as unknown as BrowserScope;
  const document = NavigableManager.getBrowserById(navigable)?.browsingContext?.currentWindowGlobal;
  if (document == null) throw new Error('the page has no document');
  return (await document.getActor('MessageHandlerFrame').sendQuery(query, facts)) as string | null;
}

async function installAgain(folder: string): Promise<void> {
  const { ChromeUtils, Cc, Ci } = globalThis as unknown as BrowserScope;
  const { AddonManager } = ChromeUtils.importESModule<AddonModule>(
    'resource://gre/modules/AddonManager.sys.mjs',
  );
  const file = Cc['@mozilla.org/file/local;1']?.createInstance<{ initWithPath(path: string): void }>(
    Ci.nsIFile,
  );
  file?.initWithPath(folder);
  await AddonManager.installTemporaryAddon(file);
}
