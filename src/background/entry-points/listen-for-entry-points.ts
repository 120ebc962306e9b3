import { browser } from 'wxt/browser';
import type { Wording } from '@/src/core/text/wording';
import { say } from '@/src/schema/values/said';
import type { EntryPoints } from './entry-points';

/** Id of the entry in the context menu of a selection. */
const ASK_ENTRY = 'ask-steward';

/**
 * Registers keyboard commands and the context menu. Call it synchronously when the worker starts, or the event that
 * started the worker is missed.
 */
export function listenForEntryPoints(
  entryPoints: Pick<EntryPoints, 'openWaiting' | 'undoLast' | 'ask'>,
  wording: () => Promise<Wording>,
): void {
  browser.commands.onCommand.addListener((command, tab) => {
    if (tab === undefined) return;
    if (command === 'open-waiting') void entryPoints.openWaiting(tab);
    if (command === 'undo-last') void entryPoints.undoLast(tab);
  });
  browser.contextMenus.onClicked.addListener(({ menuItemId }, tab) => {
    // The text that the browser gives has not been read by the page reader, so it may have what is hidden.
    if (menuItemId === ASK_ENTRY && tab !== undefined) void entryPoints.ask(tab);
  });
  void createMenuEntry(wording);
}

/** Adds the entry to the menu of a selection, in the user's language. */
async function createMenuEntry(wording: () => Promise<Wording>): Promise<void> {
  const title = (await wording()).text(say('entryPoints.menu.ask'));
  const entry = {
    id: ASK_ENTRY,
    title,
    contexts: ['selection'] as ['selection'],
    // Excludes the extension's own pages.
    documentUrlPatterns: ['http://*/*', 'https://*/*'],
  };
  // The browser keeps the entry when the worker restarts and then rejects a second one; reading `lastError` silences that. The language may
  // have changed since.
  browser.contextMenus.create(entry, () => {
    if (browser.runtime.lastError) void browser.contextMenus.update(ASK_ENTRY, { title });
  });
}
