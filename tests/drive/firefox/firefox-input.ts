import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { InputMethod } from '../steward-browser';
import type { ChromeScope } from './chrome-scope';
import { type BrowserScope, navigableOf, type TextInputProcessor } from './private-interfaces';

/** Clicks the extension's toolbar button in the window of the tab that shows `url`, which comes to the front. */
export async function clickToolbar(
  chrome: ChromeScope,
  { url, buttonId }: { url: string; buttonId: string },
): Promise<void> {
  if (!(await chrome.run(showTabAndClick, { url, buttonId }))) throw new Error(`No tab shows ${url}.`);
}

/** Presses the keys that the manifest in `folder` gives to a command. */
export async function pressCommandKeys(chrome: ChromeScope, folder: string, name: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
    commands: Record<string, { suggested_key?: { default?: string } }>;
  };
  const keys = manifest.commands[name]?.suggested_key?.default;
  if (keys === undefined) throw new Error(`The manifest gives no keys to ${name}.`);
  await chrome.run(pressKeys, keys.split('+'));
}

/** Chooses the extension's entry of the menu of a selection with this text. */
export function chooseSelectionEntry(
  chrome: ChromeScope,
  selection: { extensionId: string; text: string },
): Promise<void> {
  return chrome.run(emitMenuClick, selection);
}

/** Focuses the part of the window that shows this navigable, as a real click does. */
export function focusNavigable(chrome: ChromeScope, navigable: string): Promise<void> {
  return chrome.run(focusBrowser, navigable);
}

/** Implements `RunningBrowser.inputMethod`. */
export async function inputMethodOf(chrome: ChromeScope, page: Page): Promise<InputMethod> {
  await chrome.run(focusBrowser, navigableOf(page));
  return {
    compose: (text) => chrome.run(composeText, { text, isFinal: false }),
    commit: (text) => chrome.run(composeText, { text, isFinal: true }),
  };
}

// The following functions run in the browser's scope.

function showTabAndClick({ url, buttonId }: { url: string; buttonId: string }): boolean {
  const { Services } = globalThis as unknown as BrowserScope;
  for (const window of Services.wm.getEnumerator('navigator:browser')) {
    const tab = [...window.gBrowser.tabs].find(({ linkedBrowser }) => linkedBrowser.currentURI?.spec === url);
    if (tab === undefined) continue;
    window.focus();
    window.gBrowser.selectedTab = tab;
    const button = window.document.getElementById(buttonId);
    if (button === null) throw new Error(`the toolbar has no button ${buttonId}`);
    const { left, top, width, height } = button.getBoundingClientRect();
    for (const type of ['mousedown', 'mouseup']) {
      window.synthesizeMouseEvent(type, left + width / 2, top + height / 2, { button: 0, clickCount: 1 }, {});
    }
    return true;
  }
  return false;
}

function pressKeys(names: string[]): void {
  const { Services, Cc, Ci } = globalThis as unknown as BrowserScope;
  const window = Services.wm.getMostRecentWindow('navigator:browser');
  const processor = Cc['@mozilla.org/text-input-processor;1']?.createInstance<TextInputProcessor>(
    Ci.nsITextInputProcessor,
  );
  if (window === null || processor?.beginInputTransactionForTests(window) !== true) {
    throw new Error('the keyboard is taken');
  }
  const { KeyboardEvent } = window as unknown as typeof globalThis;
  const keys = names.map((name) => {
    if (name === 'Ctrl') return new KeyboardEvent('', { key: 'Control', code: 'ControlLeft' });
    if (name.length > 1) return new KeyboardEvent('', { key: name, code: `${name}Left` });
    return new KeyboardEvent('', { key: name, code: `Key${name}`, keyCode: name.charCodeAt(0) });
  });
  for (const key of keys) processor.keydown(key);
  for (const key of keys.reverse()) processor.keyup(key);
}

function emitMenuClick({ extensionId, text }: { extensionId: string; text: string }): void {
  const { Services, WebExtensionPolicy } = globalThis as unknown as BrowserScope;
  const window = Services.wm.getMostRecentWindow('navigator:browser');
  const extension = WebExtensionPolicy.getByID(extensionId)?.extension as unknown as
    | { emit(event: string, ...facts: unknown[]): void }
    | undefined;
  if (window === null || extension === undefined) throw new Error('the extension has no window');
  const info = { menuItemId: 'ask-steward', selectionText: text, editable: false, modifiers: [], button: 0 };
  extension.emit('webext-menu-menuitem-click', info, window.gBrowser.selectedTab);
}

function focusBrowser(navigable: string): void {
  const { NavigableManager } = globalThis as unknown as BrowserScope;
  const browser = NavigableManager.getBrowserById(navigable);
  const window = browser?.ownerDocument.defaultView?.top;
  if (!browser || !window) return;
  window.focus();
  if (window.document.activeElement !== browser) browser.focus();
}

function composeText({ text, isFinal }: { text: string; isFinal: boolean }): void {
  const scope = globalThis as unknown as BrowserScope & {
    stewardInputMethod?: TextInputProcessor | undefined;
  };
  const window = scope.Services.wm.getMostRecentWindow('navigator:browser');
  scope.stewardInputMethod ??= scope.Cc[
    '@mozilla.org/text-input-processor;1'
  ]?.createInstance<TextInputProcessor>(scope.Ci.nsITextInputProcessor);
  const method = scope.stewardInputMethod;
  if (window === null || method?.beginInputTransactionForTests(window) !== true) {
    throw new Error('the keyboard is taken');
  }
  if (isFinal) {
    method.commitCompositionWith(text);
    return;
  }
  method.setPendingCompositionString(text);
  method.appendClauseToPendingComposition(text.length, scope.Ci.nsITextInputProcessor.ATTR_RAW_CLAUSE);
  method.setCaretInPendingComposition(text.length);
  method.flushPendingComposition();
}
