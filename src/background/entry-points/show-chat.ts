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
  // The browser rejects the id of a closed tab.
  const tab = await browser.tabs.get(tabId).catch(() => null);
  return tab?.windowId ?? null;
}

/**
 * Brings a chat's page to the front, with the chat in the panel beside it. The chat is shown in a window of its own if its page is
 * closed, or if no panel is open there. Rejects with `conflict` if the browser refuses that.
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
