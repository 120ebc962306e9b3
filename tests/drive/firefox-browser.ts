import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { ROOT } from '@/scripts/set-up.mjs';
import { createFirefoxPanel, type FirefoxPanel } from './firefox-panel';
import { createFirefoxSidebar, type FirefoxSidebar } from './firefox-sidebar';
import { type FirefoxWindow, reachFirefoxWindow } from './firefox-window';
import { startFirefox } from './start-firefox';
import { waitUntil } from './wait-until';

/** A Firefox with a fresh profile and the extension installed as a temporary add-on. */
export interface StewardFirefox {
  readonly window: FirefoxWindow;
  readonly sidebar: FirefoxSidebar;
  /** The folder for everything that the browser writes. Removed by `close`. */
  readonly folder: string;
  /** Opens a tab and activates it. */
  newPage(): Promise<Page>;
  /** Clicks the toolbar button and waits for the panel. */
  openPanel(): Promise<FirefoxPanel>;
  /** Presses a keyboard shortcut of the manifest, e.g. Alt+Shift+Y for `Y`, and waits for the panel. */
  openPanelByKeys(letter: string): Promise<FirefoxPanel>;
  /** Opens the panel without a click on the toolbar button, and waits for it. */
  openPanelUninvited(): Promise<FirefoxPanel>;
  closePanel(): Promise<void>;
  /** The panels that are open in windows or tabs of their own. */
  detachedPanels(): Promise<DetachedDocument[]>;
  /** The id of the running background, new at every start. Null while none is running. */
  backgroundId(): Promise<string | null>;
  /** All rows of one of the extension's tables. */
  readTable(table: string): Promise<Record<string, unknown>[]>;
  /** True if the browser never deletes the extension's data to free space. */
  isDataKept(): Promise<boolean>;
  /** Closes the browser and removes its folder. */
  close(): Promise<void>;
}

/** A panel in a window or tab of its own. */
interface DetachedDocument {
  /** The type of its window. */
  windowType: string;
  text: string;
}

/** The build that the stories in Firefox load. */
export const FIREFOX_PLAYGROUND_EXTENSION = join(ROOT, 'dist', 'firefox-mv3-playground');

/** The id in the manifest (wxt.config.ts). */
const EXTENSION_ID = 'steward@steward.example';

interface LaunchOptions {
  /** The unpacked extension's folder. */
  extension: string;
  /** Idle time after which the extension's background is stopped; Firefox's default is 30 s. */
  backgroundIdleTimeoutMs: number;
}

/**
 * Starts the Firefox that set-up finds, without a screen. Throws if there is none or the extension is
 * rejected, and then cleans up.
 */
export async function launchFirefox({
  extension,
  backgroundIdleTimeoutMs,
}: LaunchOptions): Promise<StewardFirefox> {
  if (!existsSync(join(extension, 'manifest.json'))) {
    throw new Error(`${extension} holds no extension; run: npm run test:firefox`);
  }
  const folder = await mkdtemp(join(tmpdir(), 'steward-firefox-'));
  // Retries, since the browser may still be writing while it shuts down.
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
  const onExit = (): void => rmSync(folder, options);
  process.once('exit', onExit);
  const removeFolder = async () => {
    await rm(folder, options);
    process.off('exit', onExit);
  };
  try {
    const uuid = crypto.randomUUID();
    const browser = await startFirefox(folder, {
      args: ['--remote-allow-system-access'],
      prefs: {
        // Fixes the id in the extension's URLs, which is otherwise random.
        'extensions.webextensions.uuids': JSON.stringify({ [EXTENSION_ID]: uuid }),
        'extensions.background.idle.timeout': backgroundIdleTimeoutMs,
        // Enables the buttons of prompts at once; by default they have a delay against accidental clicks.
        'security.notification_enable_delay': 0,
      },
    });
    try {
      return await withExtension(browser, { extension, folder, uuid, removeFolder });
    } catch (error) {
      await browser.close();
      throw error;
    }
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

async function withExtension(
  browser: Browser,
  {
    extension,
    folder,
    uuid,
    removeFolder,
  }: Record<'extension' | 'folder' | 'uuid', string> & {
    removeFolder: () => Promise<void>;
  },
): Promise<StewardFirefox> {
  await browser.installExtension(extension);
  const window = await reachFirefoxWindow(browser, EXTENSION_ID);
  const [companion = await browser.newPage()] = await browser.pages();
  // Any URL of the extension would do; its manifest runs no script. The event `load` is never fired there.
  await companion.goto(`moz-extension://${uuid}/manifest.json`, { waitUntil: [] });
  const sidebar = createFirefoxSidebar(companion, window);

  return {
    window,
    sidebar,
    folder,
    newPage: () => browser.newPage(),
    async openPanel() {
      await window.clickToolbarButton();
      return reachPanel(sidebar);
    },
    async openPanelByKeys(letter) {
      await window.pressShortcut(letter);
      return reachPanel(sidebar);
    },
    async openPanelUninvited() {
      await window.openSidebar();
      return reachPanel(sidebar);
    },
    async closePanel() {
      await window.closeSidebar();
      await waitUntil(async () => !(await sidebar.isOpen()), 'The sidebar did not close.');
    },
    detachedPanels: () => companion.evaluate(readDetachedPanels),
    backgroundId: () => companion.evaluate(findBackground),
    readTable: (table) => companion.evaluate(readAllRows, table),
    isDataKept: () => companion.evaluate(() => navigator.storage.persisted()),
    async close() {
      await browser.close();
      await removeFolder();
    },
  };
}

async function reachPanel(sidebar: FirefoxSidebar): Promise<FirefoxPanel> {
  await waitUntil(sidebar.isOpen, 'The sidebar did not open.');
  const panel = createFirefoxPanel(sidebar);
  const isThere = async () => (await panel.pageLine()) !== '';
  await waitUntil(isThere, 'The panel says nothing about the page.');
  return panel;
}

/** Runs in a page of the extension. */
async function findBackground(): Promise<string | null> {
  const { browser } = globalThis as unknown as {
    browser: { runtime: { getContexts(filter: object): Promise<{ contextId: string }[]> } };
  };
  const [background] = await browser.runtime.getContexts({ contextTypes: ['BACKGROUND'] });
  return background?.contextId ?? null;
}

/** Runs in a page of the extension. */
async function readDetachedPanels(): Promise<DetachedDocument[]> {
  const { browser } = globalThis as unknown as {
    browser: {
      extension: { getViews(filter: { type: 'tab' }): Window[] };
      windows: { getAll(options: object): Promise<{ type: string; tabs: { url?: string }[] }[]> };
    };
  };
  const windows = await browser.windows.getAll({ populate: true });
  const panels = browser.extension
    .getViews({ type: 'tab' })
    .filter(({ location }) => location.pathname === '/sidepanel.html');
  return panels.map(({ document, location }) => ({
    windowType: windows.find(({ tabs }) => tabs.some(({ url }) => url === location.href))?.type ?? 'none',
    text: document.body.innerText,
  }));
}

/** Runs in a page of the extension, without the product's own code. */
function readAllRows(table: string): Promise<Record<string, unknown>[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('steward');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const reading = database.transaction(table).objectStore(table).getAll();
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        database.close();
        resolve(reading.result);
      };
    };
  });
}
