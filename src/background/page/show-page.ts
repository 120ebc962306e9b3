import { browser } from 'wxt/browser';
import { pageGone } from '@/src/core/shared-errors';
import type { TabBindings } from './tab-bindings';

/** Brings a chat's page and its window to the front. Rejects with `page-gone` if it was closed. */
export async function showPage(bindings: Pick<TabBindings, 'tabOf'>, chatId: string): Promise<void> {
  const tabId = await bindings.tabOf(chatId);
  try {
    if (tabId === null) throw new Error('no tab is known');
    const tab = await browser.tabs.update(tabId, { active: true });
    if (tab?.windowId !== undefined) await browser.windows.update(tab.windowId, { focused: true });
  } catch (error) {
    throw pageGone(String(error));
  }
}
