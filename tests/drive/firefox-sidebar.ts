import type { Page } from 'puppeteer-core';
import type { FirefoxWindow, Point } from './firefox-window';
import { waitUntil } from './wait-until';

/**
 * Identifies an element: the first visible one that matches the selector and whose name starts with `name`.
 */
export interface Wanted {
  selector: string;
  /** Compared with `aria-label`, or else the label, or else the text. */
  name?: string;
}

/** A visible element of the sidebar. */
export interface Found {
  text: string;
  /** The value of a field; empty for other elements. */
  value: string;
  /** `data-state`; null if there is none. */
  state: string | null;
  isEnabled: boolean;
  /** Its center. */
  point: Point;
  /** True if a click at that point hits it and not an element above it. */
  isOnTop: boolean;
}

/** The document in Firefox's real sidebar. */
export interface FirefoxSidebar {
  isOpen(): Promise<boolean>;
  find(wanted: Wanted): Promise<Found | null>;
  /** Clicks as soon as the element exists, is enabled, on top and not moving. */
  click(wanted: Wanted): Promise<void>;
  /** Replaces the text of a field by typing. */
  fill(wanted: Wanted, text: string): Promise<void>;
  /** Chooses an option by its value. */
  choose(wanted: Wanted, option: string): Promise<void>;
}

/** Time limit for a click to arrive in the sidebar's document. */
const CLICK_TIMEOUT_MS = 1_000;

/** The function by which an extension page reaches the sidebar's window, and the state stored there. */
interface ExtensionPage {
  browser: { extension: { getViews(filter: { type: 'sidebar' }): Window[] } };
  /** True if the awaited click hit its target; null until it arrives. */
  clickMet: boolean | null;
}

/**
 * WebDriver doesn't list the sidebar among the pages, but every page of the extension can access it:
 * `companion` is such a page, in its own tab. It only reads; clicks and keys are sent through the window.
 */
export function createFirefoxSidebar(companion: Page, window: FirefoxWindow): FirefoxSidebar {
  const find = (wanted: Wanted) => companion.evaluate(lookForElement, wanted);

  /** The element once two consecutive reads find it at the same position and clickable; else null. */
  async function findAtRest(wanted: Wanted): Promise<Found | null> {
    const first = await find(wanted);
    const second = first === null ? null : await find(wanted);
    if (first === null || !second?.isEnabled || !second.isOnTop) return null;
    return first.point.x === second.point.x && first.point.y === second.point.y ? second : null;
  }

  async function click(wanted: Wanted): Promise<void> {
    const isMet = async () => {
      const found = await findAtRest(wanted);
      if (found === null) return false;
      await companion.evaluate(watchForClick, wanted);
      await window.clickInSidebar(found.point);
      // The panel's content may have moved at the last moment; then the click is repeated.
      return companion.evaluate(hasMet, CLICK_TIMEOUT_MS);
    };
    await waitUntil(isMet, `${described(wanted)} can't be clicked.`);
  }

  return {
    find,
    click,
    isOpen: () => companion.evaluate(isSidebarOpen),
    async fill(wanted, text) {
      await click(wanted);
      const isFocused = () => companion.evaluate(selectFocused, wanted);
      await waitUntil(isFocused, `${described(wanted)} doesn't take the focus.`);
      await window.type(text);
      const isFilled = async () => (await find(wanted))?.value === text;
      await waitUntil(isFilled, `${described(wanted)} doesn't hold what was typed.`);
    },
    async choose(wanted, option) {
      const isChosen = () => companion.evaluate(chooseOption, wanted, option);
      await waitUntil(isChosen, `${described(wanted)} has no option ${option}.`);
    },
  };
}

function described({ selector, name }: Wanted): string {
  return name === undefined ? `The sidebar's ${selector}` : `The sidebar's ${selector} “${name}”`;
}

// The following functions run in the companion. Each is self-contained.

function isSidebarOpen(): boolean {
  const { browser } = globalThis as unknown as ExtensionPage;
  return browser.extension.getViews({ type: 'sidebar' }).length > 0;
}

function lookForElement({ selector, name }: Wanted): Found | null {
  const { browser } = globalThis as unknown as ExtensionPage;
  const [view] = browser.extension.getViews({ type: 'sidebar' });
  if (view === undefined) return null;
  for (const element of view.document.querySelectorAll<HTMLInputElement>(selector)) {
    const ownName = element.getAttribute('aria-label') ?? element.labels?.[0]?.innerText ?? element.innerText;
    if (!element.checkVisibility() || !ownName.trim().startsWith(name ?? '')) continue;
    element.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const point = { x: left + width / 2, y: top + height / 2 };
    return {
      text: element.innerText,
      value: element.value ?? '',
      state: element.dataset.state ?? null,
      isEnabled: !element.matches(':disabled, [aria-disabled="true"]'),
      point,
      isOnTop: element.contains(view.document.elementFromPoint(point.x, point.y)),
    };
  }
  return null;
}

function watchForClick({ selector, name }: Wanted): void {
  const page = globalThis as unknown as ExtensionPage;
  const [view] = page.browser.extension.getViews({ type: 'sidebar' });
  page.clickMet = null;
  const onClick = (event: Event) => {
    const element = (event.target as Element).closest<HTMLInputElement>(selector);
    const ownName =
      element?.getAttribute('aria-label') ?? element?.labels?.[0]?.innerText ?? element?.innerText;
    page.clickMet = ownName?.trim().startsWith(name ?? '') ?? false;
  };
  view?.document.addEventListener('click', onClick, { capture: true, once: true });
}

async function hasMet(timeoutMs: number): Promise<boolean> {
  const page = globalThis as unknown as ExtensionPage;
  const deadline = Date.now() + timeoutMs;
  while (page.clickMet === null && Date.now() < deadline) await new Promise((done) => setTimeout(done, 10));
  return page.clickMet === true;
}

function selectFocused({ selector, name }: Wanted): boolean {
  const { browser } = globalThis as unknown as ExtensionPage;
  const [view] = browser.extension.getViews({ type: 'sidebar' });
  const field = view?.document.activeElement as HTMLInputElement | null | undefined;
  const ownName = field?.getAttribute('aria-label') ?? field?.labels?.[0]?.innerText ?? '';
  if (field?.matches(selector) !== true || !ownName.startsWith(name ?? '')) return false;
  field.select();
  return true;
}

function chooseOption({ selector }: Wanted, option: string): boolean {
  const { browser } = globalThis as unknown as ExtensionPage;
  const [view] = browser.extension.getViews({ type: 'sidebar' });
  const select = view?.document.querySelector<HTMLSelectElement>(selector);
  const chosen = [...(select?.options ?? [])].find(({ value }) => value === option);
  if (!select || chosen === undefined || select.matches(':disabled')) return false;
  // The list of options is a separate window, which needs a screen, so the option is selected directly.
  select.value = chosen.value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}
