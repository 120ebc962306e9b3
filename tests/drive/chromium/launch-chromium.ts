/// <reference types="chrome" />
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Worker } from 'playwright';
import { requireProgram } from '@/scripts/find-program.mjs';
import { ROOT } from '@/scripts/set-up.mjs';
import { type BrowserFolder, startInFolder } from '../browser-folder';
import type {
  BrowserProduct,
  ExtensionWorker,
  InstalledExtension,
  RunningBrowser,
  StartOptions,
} from '../steward-browser';
import { waitUntil } from '../wait-until';
import { crashRenderer, deleteDatabases, discardTab, killBrowser } from './chromium-breakdowns';
import { createChromiumLockBar } from './chromium-lock-bar';
import { openSidePanel, type PanelPlace, reachSecondSidePanel, reachSidePanel } from './chromium-side-panel';
import { evaluateInContentScript, isInjected } from './content-script';
import { debugWorker } from './debug-worker';
import { type LoadedExtension, loadExtension } from './loaded-extension';
import { inputMethodOf, pauseScripts, setFontSize } from './page-means';

/// <reference types="chrome" />
/** The part of the private API of `chrome://extensions` that is used; no package has types for it. */
interface DeveloperPrivate {
  addHostPermission(extensionId: string, pattern: string): Promise<void>;
  removeHostPermission(extensionId: string, pattern: string): Promise<void>;
}

/** Implements `InstalledExtension.setHostPermission`. */
async function setHostPermission(
  context: BrowserContext,
  extensionId: string,
  permission: { pattern: string; isGiven: boolean },
): Promise<void> {
  const page = await context.newPage();
  try {
    await page.goto('chrome://extensions');
    await page.evaluate(
      ({ id, pattern, isGiven }) => {
        const { developerPrivate } = chrome as typeof chrome & { developerPrivate: DeveloperPrivate };
        return isGiven
          ? developerPrivate.addHostPermission(id, pattern)
          : developerPrivate.removeHostPermission(id, pattern);
      },
      { id: extensionId, ...permission },
    );
  } finally {
    await page.close();
  }
}

/// <reference types="chrome" />
/** An event of the browser, which Playwright can’t cause from outside: it presses no key of the browser’s own. */
interface Dispatchable {
  dispatch(...args: unknown[]): void;
}

/** Implements `InstalledExtension.pressCommand`. */
async function pressCommand(worker: ExtensionWorker, name: string): Promise<void> {
  await worker.evaluate(async (command) => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    (chrome.commands.onCommand as unknown as Dispatchable).dispatch(command, tab);
  }, name);
}

/** Implements `InstalledExtension.askAboutSelection`. */
async function askAboutSelection(worker: ExtensionWorker, text: string): Promise<void> {
  await worker.evaluate(async (selectionText) => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    const info = { menuItemId: 'ask-steward', selectionText };
    (chrome.contextMenus.onClicked as unknown as Dispatchable).dispatch(info, tab);
  }, text);
}

/** The extension's worker, once it is there. */
async function serviceWorkerOf(context: BrowserContext, extensionId: string): Promise<Worker> {
  const isOurs = (worker: Worker) => worker.url().startsWith(`chrome-extension://${extensionId}/`);
  return (
    context.serviceWorkers().find(isOurs) ??
    (await context.waitForEvent('serviceworker', { predicate: isOurs }))
  );
}

/**
 * Features that tests don't need. The address bar's popup is a preloaded page that costs a second of
 * processor time at each start. Of several such switches the browser uses the last one, so Playwright's own
 * values are repeated here.
 */
const UNUSED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

const ONLY_THIS_MACHINE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';

/** Switches of a headless browser: it connects only to this machine, and leaves out what tests don't need. */
export const HEADLESS_SWITCHES: readonly string[] = [
  ONLY_THIS_MACHINE,
  `--disable-features=${UNUSED_FEATURES.join(',')}`,
];

/** Features that Playwright turns on; repeated for the same reason. */
const PLAYWRIGHT_FEATURES = ['CDPScreenshotNewSurface', 'SkipListAccountsWithoutGaiaCookies'];

/** Chromium, Chrome or Edge. */
export const CHROMIUM: BrowserProduct = {
  name: 'chromium',
  playgroundExtension: join(ROOT, 'dist', 'chrome-mv3-playground'),
  buildName: 'chrome',
  protectedUrl: 'chrome://version',
  hasPageButton: true,
  commandKeys: [
    ['_execute_action', 'Ctrl+Shift+Y'],
    ['open-waiting', 'Alt+Shift+K'],
    ['undo-last', 'Alt+Shift+U'],
  ],
  start: startChromium,
};

async function startChromium({ folder: ownFolder, ...look }: StartOptions): Promise<RunningBrowser> {
  const executablePath = requireProgram('browser');
  return startInFolder(
    ownFolder,
    async (folder) => {
      // A browser that was killed leaves the address of its DevTools behind.
      await rm(join(folder, 'profile', 'DevToolsActivePort'), { force: true });
      return { context: await startContext(executablePath, folder, look) };
    },
    connect,
  );
}

function startContext(
  executablePath: string,
  folder: string,
  { headless, pageSize, features = [], publicHost, reachesAnyHost = false }: Omit<StartOptions, 'folder'>,
): Promise<BrowserContext> {
  // The check of local networks is off by default in the oldest Chromium that the stories run in.
  const enabled = publicHost === undefined ? features : [...features, 'LocalNetworkAccessChecks'];
  return chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath,
    headless,
    viewport: headless ? pageSize : null,
    // A visible browser may visit any site, so it keeps its sandbox, which doesn't work for root.
    chromiumSandbox: !headless && process.getuid?.() !== 0,
    // The caller handles signals: it closes the browser together with everything else that it started.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    env: { ...definedEnv(), TMPDIR: folder },
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      '--enable-unsafe-extension-debugging',
      '--remote-debugging-port=0',
      ...(enabled.length === 0
        ? []
        : [`--enable-features=${[...PLAYWRIGHT_FEATURES, ...enabled].join(',')}`]),
      // A headless run may connect only to this machine, unless it is for a real page; a visible one to any endpoint.
      ...(headless
        ? HEADLESS_SWITCHES.filter((each) => !reachesAnyHost || each !== ONLY_THIS_MACHINE)
        : ['--window-size=1560,960']),
      ...(publicHost === undefined ? [] : [`--ip-address-space-overrides=${publicHost}=public`]),
    ],
  });
}

async function connect(
  { context }: { context: BrowserContext },
  { folder, removeFolder }: BrowserFolder,
): Promise<RunningBrowser> {
  const browser = context.browser();
  if (browser === null) throw new Error('The browser offers no DevTools session.');
  const session = await browser.newBrowserCDPSession();
  const [port] = (await readFile(join(folder, 'profile', 'DevToolsActivePort'), 'utf8')).split('\n');
  const devToolsUrl = `http://127.0.0.1:${port}`;
  return {
    context,
    losesReports: false,
    folder,
    async install(extension) {
      const loaded = await loadExtension(session, extension);
      return { ...loaded, ...meansFor({ context, devToolsUrl, extensionId: loaded.extensionId }) };
    },
    async openWindow(url) {
      const opened = context.waitForEvent('page');
      await session.send('Target.createTarget', { url, newWindow: true });
      const page = await opened;
      await page.waitForLoadState();
      return page;
    },
    clearSites: () => clearSites(context),
    takeBackgroundErrors: () => [],
    setFontSize,
    inputMethod: inputMethodOf,
    pauseScripts,
    lockBar: createChromiumLockBar,
    kill: () => killBrowser(context, session),
    async close() {
      await context.close().catch((error) => {
        // The user may be closing it at the same moment.
        if (browser.isConnected()) throw error;
      });
      await removeFolder();
    },
  };
}

/** The means of an installed extension that need more than a DevTools session. */
function meansFor(place: PanelPlace): Omit<InstalledExtension, keyof LoadedExtension> {
  const { context, extensionId } = place;
  return {
    extensionUrl: (path) => `chrome-extension://${extensionId}/${path}`,
    async started() {
      const worker = await serviceWorkerOf(context, extensionId);
      await waitUntil(() => worker.evaluate(hasListener), 'The extension’s worker did not start.');
    },
    openSidePanel: (front) => openSidePanel(place, front),
    reachSidePanel: () => reachSidePanel(place),
    reachSecondSidePanel: () => reachSecondSidePanel(place),
    worker: () => serviceWorkerOf(context, extensionId),
    pressCommand: async (name) => pressCommand(await serviceWorkerOf(context, extensionId), name),
    askAboutSelection: async (text) => askAboutSelection(await serviceWorkerOf(context, extensionId), text),
    setHostPermission: (pattern, isGiven) => setHostPermission(context, extensionId, { pattern, isGiven }),
    isInjected: (page) => isInjected(page, extensionId),
    evaluateInContentScript: (page, expression) => evaluateInContentScript(page, extensionId, expression),
    debugWorker: (events) => debugWorker(place, events),
    discardTab: (page) => discardTab(place, page),
    crashRenderer: (page) => crashRenderer(place, page),
    deleteDatabases: () => deleteDatabases(place),
  };
}

/** Implements `RunningBrowser.clearSites`. */
async function clearSites(context: BrowserContext): Promise<void> {
  const pages = context.pages();
  const blank = await context.newPage();
  const session = await context.newCDPSession(blank);
  const origins = new Set(pages.map((page) => new URL(page.url()).origin));
  for (const page of pages) await page.close();
  for (const origin of origins) {
    if (origin.startsWith('http')) {
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    }
  }
  await session.detach();
}

/** Runs in the worker. */
function hasListener(): boolean {
  return chrome.action.onClicked.hasListeners();
}

function definedEnv(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}
