import type { Locator } from 'playwright';
import type { ChromeScope } from '../firefox/chrome-scope';
import { elementIdOf } from '../firefox/firefox-extension';
import { startFirefox } from '../firefox/launch-firefox';
import type { BrowserScope, BrowserWindow } from '../firefox/private-interfaces';
import type { StewardBrowser } from '../steward-browser';
import { waitUntil } from '../wait-until';
import { startDisplay } from './virtual-display';
import { createXInput, type XInput } from './x-input';

const SCREEN = { width: 1600, height: 1000 };
const PAGE_SIZE = { width: 1200, height: 800 };

/** A Firefox on an X display of its own, and input by the mouse and keyboard of that display. */
export interface RealUser {
  readonly browser: StewardBrowser;
  /** Clicks an element of a page or of the panel, once the pointer reaches it. */
  click(target: Locator): Promise<void>;
  clickToolbarButton(): Promise<void>;
  /** The text of the prompt that the browser shows; null without one. */
  promptText(): Promise<string | null>;
  /** Clicks the button that accepts the browser's prompt. */
  acceptPrompt(): Promise<void>;
  /** Presses a key, with modifiers, by X's names: `shift+F6`. */
  press(keys: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Closes the browser and the screen. */
  leave(): Promise<void>;
}

/** Starts a Firefox with the unpacked extension of a folder, on a new screen. If a step fails, ends what was started. */
export async function startRealUser(extension: string): Promise<RealUser> {
  const display = await startDisplay(SCREEN);
  const ends: (() => Promise<void>)[] = [display.close];
  const leave = async (): Promise<void> => {
    for (const end of ends.splice(0)) await end();
  };
  try {
    const firefox = await startFirefox({ headless: false, pageSize: PAGE_SIZE, display: display.name });
    ends.unshift(firefox.close);
    const input = createXInput(display.name);
    await prepareFocus(firefox.chrome, input);
    const browser = { ...firefox, ...(await firefox.install(extension)) };
    await browser.started();
    return { browser, ...createUserInput(browser, firefox.chrome, input), leave };
  } catch (error) {
    await leave();
    throw error;
  }
}

/** Gives the keyboard focus to Firefox's window, and turns off `focusmanager.testmode`. */
async function prepareFocus(chrome: ChromeScope, input: XInput): Promise<void> {
  await chrome.run(setFocusMode, null);
  await input.focusWindow('Mozilla Firefox');
  await waitUntil(() => chrome.run(hasKeyboard, null), 'Firefox’s window did not get the keyboard.');
}

function createUserInput(
  { extensionId }: StewardBrowser,
  chrome: ChromeScope,
  input: XInput,
): Omit<RealUser, 'browser' | 'leave'> {
  /** Clicks the element that `find` finds, once it no longer moves and the pointer is over it. */
  async function clickAt(what: string, find: () => Promise<Aim | null>): Promise<void> {
    let last: Aim | null = null;
    const isReached = async (): Promise<boolean> => {
      const aim = await find();
      if (aim === null) return false;
      const rests = aim.x === last?.x && aim.y === last.y;
      last = aim;
      if (!rests) await input.moveTo(aim.x, aim.y);
      return rests && aim.isUnderPointer;
    };
    await waitUntil(isReached, `The pointer did not reach ${what}.`);
    await input.click();
  }

  return {
    async click(target) {
      await target.waitFor();
      await clickAt(String(target), () => target.evaluate(aimAt));
    },
    clickToolbarButton: () =>
      clickAt('the toolbar button', () => chrome.run(aimInWindow, elementIdOf(extensionId, 'BAP'))),
    promptText: () => chrome.run(readPrompt, null),
    acceptPrompt: () => clickAt('the prompt’s button', () => chrome.run(aimInWindow, null)),
    press: input.press,
    type: input.type,
  };
}

/** The middle of an element. */
interface Aim {
  /** In pixels of the screen. */
  x: number;
  y: number;
  /** True if a click would reach the element, or something in it. */
  isUnderPointer: boolean;
}

/** Runs in the page. */
function aimAt(element: Element): Aim {
  const { left, top, width, height } = element.getBoundingClientRect();
  const { mozInnerScreenX, mozInnerScreenY, devicePixelRatio } = window as unknown as BrowserWindow;
  return {
    x: Math.round((mozInnerScreenX + left + width / 2) * devicePixelRatio),
    y: Math.round((mozInnerScreenY + top + height / 2) * devicePixelRatio),
    isUnderPointer: element.matches(':hover'),
  };
}

// The following functions run in the browser's scope.

/** Turns off the mode of Firefox's remote control in which each window and each of its parts acts as if it had the focus. */
function setFocusMode(): void {
  const { Services } = globalThis as unknown as BrowserScope;
  Services.prefs.setBoolPref('focusmanager.testmode', false);
}

function hasKeyboard(): boolean {
  const { Services } = globalThis as unknown as BrowserScope;
  return Services.wm.getMostRecentWindow('navigator:browser')?.document.hasFocus() === true;
}

/** The toolbar button with this id, or without one the button that accepts the open prompt. */
function aimInWindow(buttonId: string | null): Aim | null {
  const { Services } = globalThis as unknown as BrowserScope;
  const window = Services.wm.getMostRecentWindow('navigator:browser');
  if (window === null) return null;
  const { panel } = window.PopupNotifications;
  const button =
    buttonId === null ? panel.firstElementChild?.button : window.document.getElementById(buttonId);
  if (button == null) return null;
  const { left, top, width, height } = button.getBoundingClientRect();
  return {
    x: Math.round((window.mozInnerScreenX + left + width / 2) * window.devicePixelRatio),
    y: Math.round((window.mozInnerScreenY + top + height / 2) * window.devicePixelRatio),
    isUnderPointer: button.matches(':hover'),
  };
}

function readPrompt(): string | null {
  const { Services } = globalThis as unknown as BrowserScope;
  const prompts = Services.wm.getMostRecentWindow('navigator:browser')?.PopupNotifications;
  return prompts?.isPanelOpen ? prompts.panel.textContent : null;
}
