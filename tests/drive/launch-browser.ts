import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright';
import { requireBrowser } from '@/scripts/find-program.mjs';
import { ROOT } from '@/scripts/set-up.mjs';
import { type InstalledExtension, installExtension } from './installed-extension';

/** A browser with the extension installed. */
export interface StewardBrowser extends InstalledExtension {
  readonly context: BrowserContext;
  /** Address for DevTools clients, e.g. `http://127.0.0.1:40123`. */
  readonly devToolsUrl: string;
  /** The folder for everything that the browser writes. Removed by `close`, unless the caller supplied it. */
  readonly folder: string;
  /** Closes the browser and removes its folder, unless the caller supplied it. */
  close(): Promise<void>;
}

/** A browser in which extensions can be installed. */
export interface RunningBrowser extends Omit<StewardBrowser, keyof InstalledExtension> {
  /**
   * Installs the unpacked extension in this folder; its id, and so its data, belong to the folder's path. Throws
   * if the extension is rejected.
   */
  install(extension: string): Promise<InstalledExtension>;
}

/** The build that the demo and the end-to-end tests load. */
export const PLAYGROUND_EXTENSION = join(ROOT, 'dist', 'chrome-mv3-playground');

/** Time limit for a page to reach the state that a step needs. */
export const STEP_TIMEOUT_MS = 10_000;

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

/** Switches of a headless browser: it connects only to this machine, and leaves out what tests don't need. */
export const HEADLESS_SWITCHES: readonly string[] = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  `--disable-features=${UNUSED_FEATURES.join(',')}`,
];

/** Features that Playwright turns on; repeated for the same reason. */
const PLAYWRIGHT_FEATURES = ['CDPScreenshotNewSurface', 'SkipListAccountsWithoutGaiaCookies'];

interface StartOptions {
  headless: boolean;
  /** Size of a page in a headless browser; in a visible one it follows the window. */
  pageSize: { width: number; height: number };
  /** Features of the browser to turn on, by their names; without it none. */
  features?: readonly string[];
  /** More switches of the browser; without it none. */
  switches?: readonly string[];
  /** A folder of the caller, possibly with the profile of an earlier browser; without it a new folder. */
  folder?: string;
}

/**
 * Starts the browser that set-up finds, with the unpacked extension of the folder `extension`. Throws if there
 * is no browser or the extension is rejected, and then cleans up.
 */
export async function launchBrowser({
  extension,
  ...options
}: StartOptions & { extension: string }): Promise<StewardBrowser> {
  const browser = await startBrowser(options);
  try {
    return { ...browser, ...(await browser.install(extension)) };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** Starts the browser that set-up finds. Throws if there is none, and then cleans up. */
export async function startBrowser({ folder: ownFolder, ...look }: StartOptions): Promise<RunningBrowser> {
  const executablePath = requireBrowser();
  const { folder, removeFolder } =
    ownFolder === undefined
      ? await createFolder()
      : { folder: ownFolder, removeFolder: () => Promise.resolve() };
  try {
    const context = await startContext(executablePath, folder, look);
    context.setDefaultTimeout(STEP_TIMEOUT_MS);
    try {
      return await connect(context, folder, removeFolder);
    } catch (error) {
      await context.close();
      throw error;
    }
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

/** A temporary folder. It is removed on request, and at the latest when this process exits. */
async function createFolder(): Promise<{ folder: string; removeFolder: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-browser-'));
  // Retries, since the browser may still be writing while it shuts down.
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
  const onExit = (): void => rmSync(folder, options);
  process.once('exit', onExit);
  return {
    folder,
    async removeFolder() {
      await rm(folder, options);
      process.off('exit', onExit);
    },
  };
}

function startContext(
  executablePath: string,
  folder: string,
  { headless, pageSize, features, switches }: Omit<StartOptions, 'folder'>,
): Promise<BrowserContext> {
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
      ...(features === undefined
        ? []
        : [`--enable-features=${[...PLAYWRIGHT_FEATURES, ...features].join(',')}`]),
      ...(switches ?? []),
      // A headless run may connect only to this machine; a visible one to any endpoint.
      ...(headless ? HEADLESS_SWITCHES : ['--window-size=1560,960']),
    ],
  });
}

async function connect(
  context: BrowserContext,
  folder: string,
  removeFolder: () => Promise<void>,
): Promise<RunningBrowser> {
  const browser = context.browser();
  if (browser === null) throw new Error('The browser offers no DevTools session.');
  const session = await browser.newBrowserCDPSession();
  const [port] = (await readFile(join(folder, 'profile', 'DevToolsActivePort'), 'utf8')).split('\n');
  return {
    context,
    devToolsUrl: `http://127.0.0.1:${port}`,
    folder,
    install: (extension) => installExtension(session, extension),
    async close() {
      await context.close().catch((error) => {
        // The user may be closing it at the same moment.
        if (browser.isConnected()) throw error;
      });
      await removeFolder();
    },
  };
}

function definedEnv(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}
