/// <reference types="chrome" />
import type { ExtensionWorker } from '../steward-browser';

/** An event of the browser, which Playwright can’t cause from outside: it presses no key of the browser’s own. */
interface Dispatchable {
  dispatch(...args: unknown[]): void;
}

/** Implements `InstalledExtension.pressCommand`. */
export async function pressCommand(worker: ExtensionWorker, name: string): Promise<void> {
  await worker.evaluate(async (command) => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    (chrome.commands.onCommand as unknown as Dispatchable).dispatch(command, tab);
  }, name);
}

/** Implements `InstalledExtension.askAboutSelection`. */
export async function askAboutSelection(worker: ExtensionWorker, text: string): Promise<void> {
  await worker.evaluate(async (selectionText) => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    const info = { menuItemId: 'ask-steward', selectionText };
    (chrome.contextMenus.onClicked as unknown as Dispatchable).dispatch(info, tab);
  }, text);
}
