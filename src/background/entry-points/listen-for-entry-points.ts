import { browser } from 'wxt/browser';
import { i18n } from '@/src/texts/i18n';
import type { EntryPoints } from './entry-points';

/** The entry in the menu of a selection on a page. */
const ASK_ENTRY = 'ask-steward';

/**
 * Registers keyboard commands and the context menu. Call synchronously when the worker starts, or it misses the event
 * that started it.
 */
export function listenForEntryPoints(
  entryPoints: Pick<EntryPoints, 'openWaiting' | 'undoLast' | 'ask'>,
): void {
  browser.commands.onCommand.addListener((command, tab) => {
    if (tab === undefined) return;
    if (command === 'open-waiting') void entryPoints.openWaiting(tab);
    if (command === 'undo-last') void entryPoints.undoLast(tab);
  });
  browser.contextMenus.onClicked.addListener(({ menuItemId, selectionText }, tab) => {
    if (menuItemId !== ASK_ENTRY || tab === undefined || selectionText === undefined) return;
    void entryPoints.ask(tab, selectionText);
  });
  const entry = {
    id: ASK_ENTRY,
    title: i18n.t('entryPoints.menu.ask'),
    contexts: ['selection'] as ['selection'],
    // Not in the extension's own pages.
    documentUrlPatterns: ['http://*/*', 'https://*/*'],
  };
  // The browser keeps the entry over restarts of the worker, and then refuses a second one, which is fine.
  browser.contextMenus.create(entry, () => void browser.runtime.lastError);
}
