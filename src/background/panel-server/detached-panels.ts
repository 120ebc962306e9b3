import { browser } from 'wxt/browser';
import { StewardError } from '@/src/core/errors';
import { type DetachedPanel, detachedSearch } from '@/src/messages/detached-panel';

/** Size of a new window in CSS pixels: as wide as a comfortable side panel. */
const WINDOW_SIZE = { width: 480, height: 800 } as const;

/**
 * Shows a chat in a panel of its own, beside no page. One that already shows the chat in such a place is brought to the
 * front instead. Rejects with `conflict` if the browser refuses.
 */
export async function openDetachedPanel(panel: DetachedPanel): Promise<void> {
  const url = browser.runtime.getURL('/sidepanel.html') + detachedSearch(panel);
  try {
    if (await showExisting(url)) return;
    if (panel.place === 'tab') await browser.tabs.create({ url });
    else await browser.windows.create({ url, type: 'popup', incognito: isIncognito(), ...WINDOW_SIZE });
  } catch (error) {
    const place = panel.place === 'tab' ? 'tab' : 'window';
    throw new StewardError('conflict', `The browser did not open a ${place} for the panel.`, {
      remedy: 'Try again, or go on in the side panel.',
      details: String(error),
      cause: error,
    });
  }
}

/** True if a tab with this address was there. A panel keeps its address up to date, so it names the chat that is shown. */
async function showExisting(url: string): Promise<boolean> {
  const tabs = await browser.tabs.query({});
  // A tab that was just created has its address only as the pending one.
  const tab = tabs.find((candidate) => candidate.url === url || candidate.pendingUrl === url);
  if (tab?.id === undefined) return false;
  await browser.tabs.update(tab.id, { active: true });
  await browser.windows.update(tab.windowId, { focused: true });
  return true;
}

/** A window of the other kind would have other data. */
function isIncognito(): boolean {
  return browser.extension.inIncognitoContext;
}
