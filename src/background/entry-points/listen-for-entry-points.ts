import { browser } from 'wxt/browser';
import { i18n } from '@/src/texts/i18n';
import type { EntryPoints } from './entry-points';

/** Id of the entry in the context menu of a selection. */
const ASK_ENTRY = 'ask-steward';

/**
 * Registers keyboard commands and the context menu. Call it synchronously when the worker starts, or the event that
 * started the worker is missed.
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
    // Excludes the extension's own pages.
    documentUrlPatterns: ['http://*/*', 'https://*/*'],
  };
  // The browser keeps the entry when the worker restarts and then rejects a second one; reading `lastError` silences
  // that.
  browser.contextMenus.create(entry, () => void browser.runtime.lastError);
}
