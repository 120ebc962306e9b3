import { browser } from 'wxt/browser';
import { showPage } from '../page/show-page';
import type { TabBindings } from '../page/tab-bindings';
import { openDetachedPanel } from '../panel-server/detached-panels';
import { requestOfPanel } from './open-panel';

/** The window of a chat's page; null if the page is closed. */
export async function windowOfChat(
  bindings: Pick<TabBindings, 'tabOf'>,
  chatId: string,
): Promise<number | null> {
  const tabId = await bindings.tabOf(chatId);
  if (tabId === null) return null;
  // The browser rejects ids of closed tabs.
  const tab = await browser.tabs.get(tabId).catch(() => null);
  return tab?.windowId ?? null;
}

/**
 * Brings a chat's page to the front and shows the chat in the panel beside it. If the page is closed, or no panel is
 * open there, shows the chat in a window of its own. Rejects with `conflict` if the browser refuses.
 */
export async function showChat(
  bindings: Pick<TabBindings, 'tabOf'>,
  chatId: string,
  isPanelOpen: boolean,
): Promise<void> {
  const windowId = await windowOfChat(bindings, chatId);
  const isBeside = windowId !== null && isPanelOpen;
  if (isBeside) await requestOfPanel(windowId, { kind: 'show-chat', chatId });
  if (windowId !== null) await showPage(bindings, chatId);
  if (!isBeside) await openDetachedPanel({ chatId, place: 'window' });
}
