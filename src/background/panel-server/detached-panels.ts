import { browser } from 'wxt/browser';
import { textError } from '@/src/core/errors';
import { type DetachedPanel, detachedSearch } from '@/src/messages/detached-panel';

/** Size of a new window in CSS pixels; as wide as a comfortable side panel. */
const WINDOW_SIZE = { width: 480, height: 800 } as const;

/**
 * Shows a chat in a detached panel. If such a panel already shows the chat, it is brought to the front instead. Rejects
 * with `conflict` if the browser refuses.
 */
export async function openDetachedPanel(panel: DetachedPanel): Promise<void> {
  const url = browser.runtime.getURL('/sidepanel.html') + detachedSearch(panel);
  try {
    if (await showExisting(url)) return;
    if (panel.place === 'tab') await browser.tabs.create({ url });
    else await browser.windows.create({ url, type: 'popup', incognito: isIncognito(), ...WINDOW_SIZE });
  } catch (error) {
    throw textError('conflict', 'error.background.panelNotOpened', { details: String(error), cause: error });
  }
}

/**
 * Brings the tab with this URL to the front; false if there is none. A panel keeps its URL up to date, so the URL
 * identifies the displayed chat.
 */
async function showExisting(url: string): Promise<boolean> {
  const tabs = await browser.tabs.query({});
  // A tab that was just created has its URL only in `pendingUrl`.
  const tab = tabs.find((candidate) => candidate.url === url || candidate.pendingUrl === url);
  if (tab?.id === undefined) return false;
  await browser.tabs.update(tab.id, { active: true });
  await browser.windows.update(tab.windowId, { focused: true });
  return true;
}

/** True in private browsing. A window of the other mode would use other data. */
function isIncognito(): boolean {
  return browser.extension.inIncognitoContext;
}
