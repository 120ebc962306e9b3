import type { BrowserContext, Page } from 'playwright';
import { type SidePanel, STEP_TIMEOUT_MS } from '../steward-browser';
import { waitUntil } from '../wait-until';
import type { BidiTap } from './bidi-tap';
import { type ChromeScope, evaluateIn } from './chrome-scope';
import { focusNavigable } from './firefox-input';
import { emulateMediaIn } from './firefox-media';
import { type BrowserScope, type BrowserWindow, navigableOf, type XulBrowser } from './private-interfaces';

/** The sidebars of a Firefox, which belong to its windows. */
export interface Sidebars {
  /** Opens the sidebar in the window of this tab. */
  open(front: Page): Promise<void>;
  /** The page in the sidebar of one window. Waits for it. */
  reach(which: 'current window' | 'newest window'): Promise<SidePanel>;
  /** Closes all. */
  closeAll(): Promise<void>;
}

/** Width of an open sidebar in CSS pixels, as wide as Chromium's side panel; Firefox's own default is 252. */
const SIDEBAR_WIDTH = 360;

interface SidebarOptions {
  context: BrowserContext;
  chrome: ChromeScope;
  /** True if the mouse and keyboard of a display are used: the driver then sets neither the focus nor the sidebar's width. */
  hasRealInput: boolean;
  /** All pages of the browser, the sidebars' too. */
  allPages: () => Page[];
  /** The address of the panel. */
  url: string;
  /** Firefox's id of the sidebar. */
  sidebarId: string;
}

export function createSidebars(options: SidebarOptions): Sidebars {
  const { chrome, allPages, hasRealInput, url, sidebarId } = options;
  const width = hasRealInput ? null : SIDEBAR_WIDTH;
  return {
    open: (front) => chrome.run(showSidebar, { navigable: navigableOf(front), sidebarId }),
    async reach(which) {
      let found: Page | undefined;
      const isThere = async () => {
        const navigable = await chrome.run(findSidebar, { url, which, width });
        found = navigable === null ? undefined : allPages().find((page) => navigableOf(page) === navigable);
        return found !== undefined;
      };
      await waitUntil(isThere, 'The sidebar did not appear.');
      const page = found as Page;
      await page.waitForLoadState();
      emulateMediaIn(page, chrome);
      page.setDefaultTimeout(STEP_TIMEOUT_MS);
      // As in Chromium, where Playwright makes each page take itself as the one with the focus.
      if (!hasRealInput) await focusNavigable(chrome, navigableOf(page));
      return {
        page,
        async picture(scale) {
          const picture = await chrome.run(drawPage, { navigable: navigableOf(page), scale });
          return Buffer.from(picture, 'base64');
        },
        async close() {
          const closed = page.waitForEvent('close');
          await chrome.run(hideSidebars, navigableOf(page));
          await closed;
        },
        release: () => Promise.resolve(),
      };
    },
    closeAll: () => chrome.run(hideSidebars, null),
  };
}

/** Closes the sidebar with this navigable. */
export function closeSidebar(chrome: ChromeScope, navigable: string): Promise<void> {
  return chrome.run(hideSidebars, navigable);
}

/** Resizes the sidebar that shows this navigable, and waits until the sidebar's document has the new size. */
export async function resizeSidebar(
  { chrome, tap }: { chrome: ChromeScope; tap: BidiTap },
  navigable: string,
  { width, height }: { width: number; height: number },
): Promise<void> {
  await chrome.run(setSidebarSize, { navigable, width, height });
  const hasSize = async () => {
    const size = await evaluateIn<number[]>(tap, navigable, '[innerWidth, innerHeight]');
    return size[0] === width && size[1] === height;
  };
  await waitUntil(hasSize, `The sidebar did not get the size ${width} × ${height}.`);
}

// The following functions run in the browser's scope.

async function showSidebar({
  navigable,
  sidebarId,
}: {
  navigable: string;
  sidebarId: string;
}): Promise<void> {
  const { NavigableManager } = globalThis as unknown as BrowserScope;
  const window = NavigableManager.getBrowserById(navigable)?.ownerDocument.defaultView;
  if (window == null) throw new Error('no window shows this page');
  await (window as unknown as BrowserWindow).SidebarController.show(sidebarId);
}

function findSidebar({
  url,
  which,
  width,
}: {
  url: string;
  which: string;
  width: number | null;
}): string | null {
  const { Services, NavigableManager } = globalThis as unknown as BrowserScope;
  // The enumerator goes from the oldest window to the newest.
  const all = [...Services.wm.getEnumerator('navigator:browser')];
  const recent = Services.wm.getMostRecentWindow('navigator:browser');
  const windows =
    which === 'newest window' ? all.slice(1).slice(-1) : [...(recent === null ? [] : [recent]), ...all];
  for (const { document } of windows) {
    const frame = document.getElementById('sidebar') as HTMLIFrameElement | null;
    const browser = frame?.contentDocument?.getElementById('webext-panels-browser') as XulBrowser | null;
    // The driver sets this key once the element has a document.
    if (!browser || browser.permanentKey === undefined || !browser.currentURI?.spec.startsWith(url)) continue;
    const box = document.getElementById('sidebar-box');
    if (box !== null && width !== null && browser.dataset.stewardWidth === undefined) {
      browser.dataset.stewardWidth = String(width);
      box.style.minWidth = box.style.maxWidth = '';
      box.style.width = `${width}px`;
    }
    return NavigableManager.getIdForBrowser(browser);
  }
  return null;
}

function hideSidebars(navigable: string | null): void {
  const { Services, NavigableManager } = globalThis as unknown as BrowserScope;
  const windows =
    navigable === null
      ? [...Services.wm.getEnumerator('navigator:browser')]
      : [
          NavigableManager.getBrowserById(navigable)?.ownerDocument.defaultView?.top as
            | BrowserWindow
            | undefined,
        ];
  for (const window of windows) window?.SidebarController.hide();
}

/** The picture in the format PNG, as base64. */
async function drawPage({ navigable, scale }: { navigable: string; scale: number }): Promise<string> {
  const { NavigableManager } = globalThis as unknown as BrowserScope;
  const browser = NavigableManager.getBrowserById(navigable);
  const document = browser?.browsingContext?.currentWindowGlobal;
  if (!browser || !document) throw new Error('the page has no document');
  const picture = await document.drawSnapshot(null, scale, 'white');
  const html = 'http://www.w3.org/1999/xhtml';
  const canvas = browser.ownerDocument.createElementNS(html, 'canvas') as HTMLCanvasElement;
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  return canvas.toDataURL().replace('data:image/png;base64,', '');
}

function setSidebarSize({
  navigable,
  width,
  height,
}: {
  navigable: string;
  width: number;
  height: number;
}): void {
  const { NavigableManager } = globalThis as unknown as BrowserScope;
  const browser = NavigableManager.getBrowserById(navigable);
  const box = browser?.ownerDocument.defaultView?.top?.document.getElementById('sidebar-box');
  if (!browser || !box) throw new Error('the window has no such sidebar');
  box.style.width = box.style.minWidth = box.style.maxWidth = `${width}px`;
  // The rest below it stays empty.
  browser.style.alignSelf = 'start';
  browser.style.height = browser.style.minHeight = browser.style.maxHeight = `${height}px`;
}
