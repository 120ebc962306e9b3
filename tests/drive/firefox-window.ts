import type { Browser } from 'puppeteer-core';
import { connectionOf, type FirefoxConnection } from './firefox-connection';

/** A point, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/**
 * A Firefox window, controlled from outside its pages: toolbar, sidebar, prompts, mouse and keyboard. Input
 * counts as a user gesture in the sidebar.
 */
export interface FirefoxWindow {
  /** Clicks Steward's button in the toolbar. */
  clickToolbarButton(): Promise<void>;
  /** Presses a keyboard shortcut of the manifest, e.g. Alt+Shift+Y for `Y`. */
  pressShortcut(letter: string): Promise<void>;
  /** Opens a page in a new tab, as the address bar does: also one of the browser's own. */
  openTab(url: string): Promise<void>;
  /** Opens the sidebar from its menu, without a click on the toolbar button. */
  openSidebar(): Promise<void>;
  /** Clicks at a point of the sidebar's document. */
  clickInSidebar(point: Point): Promise<void>;
  /** Types into whatever has the focus: each character of a text, or keys by their names, such as `Escape`. */
  type(keys: string | readonly string[]): Promise<void>;
  closeSidebar(): Promise<void>;
  /** The text of the open permission prompt; null without one. */
  promptText(): Promise<string | null>;
  acceptPrompt(): Promise<void>;
  /** True if a preference of Firefox is on. */
  isPreferenceOn(name: string): Promise<boolean>;
  setPreference(name: string, value: string): Promise<void>;
}

/** The properties of a Firefox window that are used here and that a page's window doesn't have. */
interface ChromeWindow extends Window {
  synthesizeMouseEvent(type: string, x: number, y: number, event: object, options: object): void;
  SidebarController: { show(id: string): Promise<unknown>; hide(): void };
  gBrowser: { selectedTab: unknown; addTab(url: string, options: object): unknown };
  Services: {
    scriptSecurityManager: { getSystemPrincipal(): unknown };
    prefs: { getBoolPref(name: string): boolean; setStringPref(name: string, value: string): void };
  };
  PopupNotifications: { isPanelOpen: boolean; panel: HTMLElement };
  Cc: Record<string, { createInstance(type: unknown): TextInputProcessor }>;
  Ci: { nsITextInputProcessor: unknown };
}

interface TextInputProcessor {
  beginInputTransactionForTests(window: Window): boolean;
  keydown(event: KeyboardEvent): void;
  keyup(event: KeyboardEvent): void;
}

type Outcome =
  | { type: 'success'; result: { value?: string } }
  | { type: 'exception'; exceptionDetails: { text: string } };

/** The first window of a Firefox started with `--remote-allow-system-access`. */
export async function reachFirefoxWindow(browser: Browser, extensionId: string): Promise<FirefoxWindow> {
  const run = await createRunner(connectionOf(browser));
  // Firefox derives the element ids of an extension this way.
  const prefix = extensionId.replaceAll(/[^a-z0-9_-]/g, '_');
  return {
    clickToolbarButton: () => run(clickButton, `${prefix}-BAP`),
    pressShortcut: (letter) =>
      run(pressShortcut, { letter, modifier: process.platform === 'darwin' ? 'Meta' : 'Alt' }),
    openTab: (url) => run(openTab, url),
    openSidebar: () => run(showSidebar, `${prefix}-sidebar-action`),
    clickInSidebar: (point) => run(clickSidebar, point),
    type: (keys) => run(typeKeys, keys),
    closeSidebar: () => run(hideSidebar, null),
    promptText: () => run(readPrompt, null),
    acceptPrompt: () => run(clickPrompt, null),
    isPreferenceOn: (name) => run(readPreference, name),
    setPreference: (name, value) => run(writePreference, { name, value }),
  };
}

/** Runs functions in the window. They must be self-contained; argument and result are JSON. */
async function createRunner(connection: FirefoxConnection) {
  const tree = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' });
  const [window] = (tree.result as { contexts: { context: string }[] }).contexts;
  if (window === undefined) throw new Error('Firefox has no window.');
  return async <Input, Output>(work: (input: Input) => Output, input: Input): Promise<Output> => {
    const { result } = await connection.send('script.evaluate', {
      expression: `JSON.stringify({ value: (${work})(${JSON.stringify(input)}) })`,
      target: { context: window.context },
      awaitPromise: false,
    });
    const outcome = result as Outcome;
    if (outcome.type === 'exception') {
      throw new Error(`In the Firefox window: ${outcome.exceptionDetails.text}`);
    }
    return JSON.parse(outcome.result.value ?? '{}').value;
  };
}

// The following functions run in the window.

function clickButton(id: string): void {
  const window = globalThis as unknown as ChromeWindow;
  const button = window.document.getElementById(id);
  if (button === null) throw new Error(`the toolbar has no button ${id}`);
  const { left, top, width, height } = button.getBoundingClientRect();
  for (const type of ['mousedown', 'mouseup']) {
    window.synthesizeMouseEvent(type, left + width / 2, top + height / 2, { button: 0, clickCount: 1 }, {});
  }
}

function clickSidebar(point: Point): void {
  const window = globalThis as unknown as ChromeWindow;
  const frame = window.document.getElementById('sidebar') as HTMLIFrameElement | null;
  const inner = frame?.contentDocument?.getElementById('webext-panels-browser');
  if (frame === null || inner === null || inner === undefined) throw new Error('no sidebar is open');
  const outerPlace = frame.getBoundingClientRect();
  const innerPlace = inner.getBoundingClientRect();
  const x = outerPlace.left + innerPlace.left + point.x;
  const y = outerPlace.top + innerPlace.top + point.y;
  for (const type of ['mousedown', 'mouseup']) {
    window.synthesizeMouseEvent(type, x, y, { button: 0, clickCount: 1 }, {});
  }
}

function typeKeys(keys: string | readonly string[]): void {
  const window = globalThis as unknown as ChromeWindow;
  const processor = window.Cc['@mozilla.org/text-input-processor;1']?.createInstance(
    window.Ci.nsITextInputProcessor,
  );
  if (processor?.beginInputTransactionForTests(window) !== true) throw new Error('the keyboard is taken');
  for (const key of keys) {
    const event = new KeyboardEvent('', { key });
    processor.keydown(event);
    processor.keyup(event);
  }
}

function showSidebar(id: string): void {
  void (globalThis as unknown as ChromeWindow).SidebarController.show(id);
}

function hideSidebar(): void {
  (globalThis as unknown as ChromeWindow).SidebarController.hide();
}

function openTab(url: string): void {
  const { gBrowser, Services } = globalThis as unknown as ChromeWindow;
  const triggeringPrincipal = Services.scriptSecurityManager.getSystemPrincipal();
  gBrowser.selectedTab = gBrowser.addTab(url, { triggeringPrincipal });
}

function pressShortcut({ letter, modifier }: { letter: string; modifier: string }): void {
  const window = globalThis as unknown as ChromeWindow;
  const processor = window.Cc['@mozilla.org/text-input-processor;1']?.createInstance(
    window.Ci.nsITextInputProcessor,
  );
  if (processor?.beginInputTransactionForTests(window) !== true) throw new Error('the keyboard is taken');
  const keys = [
    new KeyboardEvent('', { key: modifier, code: `${modifier}Left` }),
    new KeyboardEvent('', { key: 'Shift', code: 'ShiftLeft' }),
    new KeyboardEvent('', { key: letter, code: `Key${letter}`, keyCode: letter.charCodeAt(0) }),
  ];
  for (const key of keys) processor.keydown(key);
  for (const key of keys.reverse()) processor.keyup(key);
}

function readPrompt(): string | null {
  const { PopupNotifications } = globalThis as unknown as ChromeWindow;
  return PopupNotifications.isPanelOpen ? PopupNotifications.panel.textContent : null;
}

function clickPrompt(): void {
  const { PopupNotifications } = globalThis as unknown as ChromeWindow;
  const prompt = PopupNotifications.panel.firstElementChild as (Element & { button?: HTMLElement }) | null;
  if (prompt?.button === undefined) throw new Error('no prompt is open');
  prompt.button.click();
}

function readPreference(name: string): boolean {
  return (window as unknown as ChromeWindow).Services.prefs.getBoolPref(name);
}

function writePreference({ name, value }: { name: string; value: string }): void {
  (window as unknown as ChromeWindow).Services.prefs.setStringPref(name, value);
}
