import { homedir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, firefox, type Page, errors as playwrightErrors } from 'playwright';
import { requireProgram } from '@/scripts/find-program.mjs';
import { ROOT } from '@/scripts/set-up.mjs';
import { type BrowserFolder, startInFolder } from '../browser-folder';
import {
  type BrowserProduct,
  type RunningBrowser,
  STEP_TIMEOUT_MS,
  type StartOptions,
} from '../steward-browser';
import { type BidiTap, launchWithTap } from './bidi-tap';
import { ChromeScope, checkScope } from './chrome-scope';
import type { LogEntry } from './debug-worker';
import { createExtensionDocuments, type ExtensionDocuments } from './extension-documents';
import { killBrowser } from './firefox-breakdowns';
import { type FirefoxPlace, installExtension } from './firefox-extension';
import { focusNavigable, inputMethodOf } from './firefox-input';
import { createFirefoxLockBar } from './firefox-lock-bar';
import { emulateMediaIn } from './firefox-media';
import { pauseScripts } from './pause-scripts';
import { type BrowserScope, type BrowserWindow, hidePages, navigableOf } from './private-interfaces';
import { keepRequestBodies, reportBackgroundRequest, type SentRequest } from './request-bodies';
import { closeSidebar, resizeSidebar } from './sidebars';

/** Firefox, as it is installed. */
export const FIREFOX: BrowserProduct = {
  name: 'firefox',
  playgroundExtension: join(ROOT, 'dist', 'firefox-mv3-playground'),
  buildName: 'firefox',
  protectedUrl: 'about:certificate',
  hasPageButton: false,
  commandKeys: [
    ['_execute_action', 'Alt+Shift+Y'],
    ['open-waiting', 'Alt+Shift+K'],
    ['undo-last', 'Alt+Shift+U'],
  ],
  start: startFirefox,
};

/** As on a computer with a mouse, which a headless Firefox doesn't find: it is exact, and it hovers. */
const MOUSE = 6;

const PREFERENCES = {
  // Enables the buttons of prompts at once; by default they have a delay against accidental clicks.
  'security.notification_enable_delay': 0,
  'ui.primaryPointerCapabilities': MOUSE,
  'ui.allPointerCapabilities': MOUSE,
  // Milliseconds until Firefox ends an idle background: longer than any story. Playwright keeps Chromium's worker running, too.
  'extensions.background.idle.timeout': 3_600_000,
  // Playwright waits for a `load` event, which a page from the back/forward cache doesn't fire. Playwright disables Chromium's cache, too.
  'browser.sessionhistory.max_total_viewers': 0,
  // Firefox opens its downloads panel some time after a download. That panel takes the focus, which closes an open menu in Steward's panel.
  // A user closes the downloads panel by clicking anywhere; a click that Playwright makes doesn't close it.
  'browser.download.alwaysOpenPanel': false,
  // Firefox shows notifications in windows of its own: the machine may have no notification service.
  'alerts.useSystemBackend': false,
};

/** Keeps an extension's data and its host name for the next Firefox that is started with the same folder. */
const KEEP_EXTENSION_DATA = {
  'extensions.webextensions.keepUuidOnUninstall': true,
  'extensions.webextensions.keepStorageOnUninstall': true,
};

/** The size of the text that neither page nor user sets. */
const DEFAULT_FONT_SIZE = 16;

/** Room for the sidebar and the window's own bars beside a page. */
const WINDOW_EXTRA = { width: 360, height: 100 };

/** Time limit of a start, in milliseconds. One that hangs, as happens on a busy machine, is ended and repeated once. */
const START_TIMEOUT_MS = 35_000;

/** Settings for the start of a Firefox. */
interface FirefoxOptions extends StartOptions {
  /**
   * The X display whose mouse and keyboard are used: the driver then sets neither the focus nor the sidebar's width. Without it the
   * environment's display.
   */
  display?: string;
}

/** A running Firefox, with access to the browser's own scope. */
export interface RunningFirefox extends RunningBrowser {
  readonly chrome: ChromeScope;
}

/** Implements `BrowserProduct.start`. */
export async function startFirefox(options: FirefoxOptions): Promise<RunningFirefox> {
  const executablePath = requireProgram('firefox');
  const documents = createExtensionDocuments();
  const hasRealInput = options.display !== undefined;
  return startInFolder(
    options.folder,
    async (folder) => {
      const start = () =>
        launchWithTap(
          (created) => adapt(created, documents),
          () => startContext(executablePath, folder, options),
        );
      const { launched: context, tap } = await start().catch((error: unknown) => {
        if (!(error instanceof playwrightErrors.TimeoutError)) throw error;
        return start();
      });
      return { context, tap };
    },
    (launched, place) => connect({ ...launched, ...place, documents, hasRealInput }),
  );
}

function startContext(
  executablePath: string,
  folder: string,
  { headless, pageSize, publicHost, display, folder: ownFolder }: FirefoxOptions,
): Promise<BrowserContext> {
  return firefox.launchPersistentContext(join(folder, 'profile'), {
    channel: 'moz-firefox',
    executablePath,
    headless,
    timeout: START_TIMEOUT_MS,
    viewport: null,
    // The caller handles signals: it closes the browser together with everything else that it started.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // Redirects what Firefox writes outside its profile (caches, reports) to the folder.
    env: { ...process.env, HOME: folder, TMPDIR: folder, ...(headless ? {} : displayEnv(display)) },
    args: [
      '--remote-allow-system-access',
      `--width=${pageSize.width + WINDOW_EXTRA.width}`,
      `--height=${pageSize.height + WINDOW_EXTRA.height}`,
    ],
    firefoxUserPrefs: {
      ...PREFERENCES,
      ...(ownFolder === undefined ? {} : KEEP_EXTENSION_DATA),
      ...(publicHost === undefined ? {} : { 'network.lna.address_space.public.override': publicHost }),
    },
  });
}

/** The variables that name the display and the file with the right to use it, by default in the user's home. */
function displayEnv(display: string | undefined): Record<string, string> {
  return {
    XAUTHORITY: process.env.XAUTHORITY ?? join(homedir(), '.Xauthority'),
    ...(display !== undefined && { DISPLAY: display, MOZ_ENABLE_WAYLAND: '0' }),
  };
}

interface StartedFirefox extends BrowserFolder {
  context: BrowserContext;
  tap: BidiTap;
  documents: ExtensionDocuments;
  hasRealInput: boolean;
}

async function connect({
  context,
  tap,
  documents,
  hasRealInput,
  folder,
  removeFolder,
}: StartedFirefox): Promise<RunningFirefox> {
  const chrome = new ChromeScope(tap);
  await checkScope(chrome);
  await documents.report(chrome);
  await keepRequestBodies(tap);
  const errors: string[] = [];
  tap.observers.add((method, params) => {
    if (method === 'network.beforeRequestSent' && documents.isBackground(params.context)) {
      void reportBackgroundRequest(context, tap, params.request as SentRequest);
    }
    if (method !== 'log.entryAdded') return;
    const { type, level, text, source } = params as LogEntry;
    if (type === 'javascript' && level === 'error' && documents.isBackground(source?.context)) {
      errors.push(text ?? 'an error without words');
    }
  });
  const extend = (page: Page) => emulateMediaIn(page, chrome);
  context.pages().forEach(extend);
  context.on('page', extend);
  const pages = context.pages.bind(context);
  hidePages(context, (page) => {
    const navigable = navigableOf(page);
    // When a background starts again, Firefox reports its hidden document like a tab.
    return documents.isSidebar(navigable) || documents.isBackground(navigable);
  });
  const place: FirefoxPlace = {
    tap,
    chrome,
    context,
    hasRealInput,
    allPages: pages,
    isBackground: documents.isBackground,
  };
  return {
    context,
    losesReports: true,
    chrome,
    folder,
    install: (extension) => installExtension(place, extension),
    openWindow: (url) => openWindow(place, url),
    clearSites: () => clearSites(place),
    takeBackgroundErrors: () => errors.splice(0),
    setFontSize: (page, px) =>
      chrome.run(zoomText, { navigable: navigableOf(page), factor: px / DEFAULT_FONT_SIZE }),
    inputMethod: (page) => inputMethodOf(chrome, page),
    pauseScripts: (page) => pauseScripts(chrome, page),
    lockBar: (page) => Promise.resolve(createFirefoxLockBar(tap, page)),
    kill: () => killBrowser(place),
    async close() {
      await context.close();
      await removeFolder();
    },
  };
}

/** True if stories take screenshots, by which Playwright violates the policy of a page ({@link isOwnViolation}). */
const TAKES_PICTURES = process.env.STEWARD_PICTURES !== undefined;

/** Playwright's call of its function that inserts text. */
const INSERT_TEXT = 'window.__pw_bidiInsertText(';

/** Answers or changes what Firefox lacks or does otherwise than Playwright expects. */
function adapt(tap: BidiTap, documents: ExtensionDocuments): void {
  const chrome = new ChromeScope(tap);
  tap.observers.add(createDownloadNames());
  tap.isHidden = (method, params) =>
    documents.isHidden(method, params) || (TAKES_PICTURES && isOwnViolation(method, params));
  tap.intercept = (method, params) => {
    const { context } = params;
    const isSidebar = documents.isSidebar(context);
    switch (method) {
      case 'browsingContext.create':
        // Opens the tab beside the last tab of a normal window, where the sidebar is. Firefox would use the window that was used last,
        // which may be that of a detached panel.
        params.type = 'tab';
        return chrome.run(findLastTab, null).then((navigable) => {
          if (navigable !== null) params.referenceContext = navigable;
          return null;
        });
      case 'script.evaluate':
        readLabelsByAttribute(params);
        return null;
      case 'script.callFunction':
        insertAsEditor(params);
        return null;
      case 'permissions.setPermission': {
        const { name } = params.descriptor as { name: string };
        return name.startsWith('clipboard-') ? chrome.run(openClipboard, true).then(() => ({})) : null;
      }
      case 'browsingContext.activate':
        return isSidebar ? {} : null;
      case 'input.performActions':
        // A real click and a real key reach only the part of the window that has the focus.
        return focusNavigable(chrome, String(context)).then(() => null);
      case 'browsingContext.close':
        return isSidebar ? closeSidebar(chrome, String(context)).then(() => ({})) : null;
      case 'browsingContext.setViewport': {
        const size = params.viewport as { width: number; height: number } | null;
        return isSidebar && size !== null
          ? resizeSidebar({ chrome, tap }, String(context), size).then(() => ({}))
          : null;
      }
      default:
        return null;
    }
  };
}

/**
 * Replaces Playwright's script that sets a field's value, which React ignores, by the editor's command, whose input events
 * React handles.
 */
function insertAsEditor(params: Record<string, unknown>): void {
  const replace = (text: unknown) =>
    typeof text === 'string' ? text.replace(INSERT_TEXT, "document.execCommand('insertText', false, ") : text;
  params.functionDeclaration = replace(params.functionDeclaration);
  for (const one of (params.arguments ?? []) as { value?: unknown }[]) one.value = replace(one.value);
}

/**
 * Changes Playwright's script for accessible names, so that it reads `aria-labelledby` from the attribute. If Playwright and a script of
 * the page both read `ariaLabelledByElements` of an element, Firefox 153 crashes.
 */
function readLabelsByAttribute(params: Record<string, unknown>): void {
  params.expression = String(params.expression).replaceAll('element.ariaLabelledByElements ||', '');
}

/**
 * True for a report of a violation of a page's policy that Playwright itself causes: the style that it adds to take a
 * screenshot, or its use of `eval`. Chromium exempts a driver from the policy.
 */
function isOwnViolation(method: string, { type, text }: Record<string, unknown>): boolean {
  if (method !== 'log.entryAdded' || type !== 'javascript') return false;
  return /^Content-Security-Policy: .*blocked (an inline style \(style-src-elem\)|a JavaScript eval) /.test(
    String(text),
  );
}

/** Gives each download an id, without which Playwright ignores those that aren't navigations. */
function createDownloadNames(): (method: string, params: Record<string, unknown>) => void {
  const ids = new Map<unknown, string>();
  return (method, params) => {
    if (method === 'browsingContext.downloadWillBegin') ids.set(params.url, crypto.randomUUID());
    if (method.startsWith('browsingContext.download')) params.download = ids.get(params.url);
  };
}

async function openWindow({ tap, context }: FirefoxPlace, url: string): Promise<Page> {
  const opened = context.waitForEvent('page');
  await tap.command('browsingContext.create', { type: 'window' });
  const page = await opened;
  await page.goto(url);
  return page;
}

/** Implements `RunningBrowser.clearSites`. */
async function clearSites({ context, chrome }: FirefoxPlace): Promise<void> {
  await chrome.run(openClipboard, false);
  const before = context.pages();
  await context.newPage();
  const pages = before.filter((page) => !page.isClosed());
  const closed = Promise.all(pages.map((page) => closingOf(chrome, page)));
  // Not by `page.close`, which waits for ever if Firefox doesn't close a tab.
  await Promise.all([closed, chrome.run(closeTabs, pages.map(navigableOf))]);
  await chrome.run(clearLocalSites, null);
}

/** Resolves when Playwright knows that the page is closed. Otherwise it rejects with what Firefox says of its tab. */
async function closingOf(chrome: ChromeScope, page: Page): Promise<void> {
  const navigable = navigableOf(page);
  try {
    await page.waitForEvent('close', { timeout: STEP_TIMEOUT_MS });
  } catch {
    const isThere = await chrome.run(hasNavigable, navigable);
    throw new Error(
      `The tab of ${page.url()} was not closed; Firefox ${isThere ? 'still' : 'no longer'} has it.`,
    );
  }
}

// The following functions run in the browser's scope.

/** The last tab of the normal window that was used last. */
function findLastTab(): string | null {
  const { Services, NavigableManager } = globalThis as unknown as BrowserScope;
  const recent = Services.wm.getMostRecentWindow('navigator:browser');
  const windows = [recent, ...Services.wm.getEnumerator('navigator:browser')];
  const tabs = windows.find((window) => window?.toolbar.visible)?.gBrowser.tabs ?? [];
  const last = [...tabs].findLast(({ linkedBrowser }) => linkedBrowser.browsingContext !== null);
  return last === undefined ? null : NavigableManager.getIdForBrowser(last.linkedBrowser);
}

/** Sets whether scripts may read the clipboard without a prompt, and write it without a click. */
function openClipboard(isOpen: boolean): void {
  const { Services } = globalThis as unknown as BrowserScope;
  Services.prefs.setBoolPref('dom.events.testing.asyncClipboard', isOpen);
}

/** Closes these tabs, and skips the `beforeunload` question of their pages. */
function closeTabs(navigables: string[]): void {
  const { NavigableManager } = globalThis as unknown as BrowserScope;
  for (const navigable of navigables) {
    const browser = NavigableManager.getBrowserById(navigable);
    const window = browser?.ownerDocument.defaultView as BrowserWindow | null | undefined;
    const tab = browser && window?.gBrowser.getTabForBrowser(browser);
    // Undefined if the tab was closed meanwhile.
    if (tab) window?.gBrowser.removeTab(tab, { skipPermitUnload: true });
  }
}

function hasNavigable(navigable: string): boolean {
  const { NavigableManager } = globalThis as unknown as BrowserScope;
  return NavigableManager.getBrowserById(navigable) !== null;
}

async function clearLocalSites(): Promise<void> {
  const { Services, Ci } = globalThis as unknown as BrowserScope;
  for (const host of ['127.0.0.1', 'localhost']) {
    await new Promise<void>((resolve) => {
      Services.clearData.deleteDataFromHost(host, true, Ci.nsIClearDataService.CLEAR_ALL, resolve);
    });
  }
}

function zoomText({ navigable, factor }: { navigable: string; factor: number }): void {
  const { NavigableManager } = globalThis as unknown as BrowserScope;
  const context = NavigableManager.getBrowserById(navigable)?.browsingContext;
  if (context == null) throw new Error('the page has no document');
  context.textZoom = factor;
}
