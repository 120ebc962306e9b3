import { useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import { currentWindowId } from './current-window-id';

/** Location of a page relative to this panel: in the active tab of its window, in another tab, or in another window. */
export type TabPlace = 'in-front' | 'other-tab' | 'other-window';

/** Location of a tab's page, updated when tabs are activated or moved. Null while unknown, or without a tab. */
export function usePagePlace(tabId: number | null): TabPlace | null {
  const [found, setFound] = useState<{ tabId: number; place: TabPlace } | null>(null);

  useEffect(() => {
    if (tabId === null) return;
    let newestRequest = 0;
    const refresh = () => {
      newestRequest += 1;
      const request = newestRequest;
      placeOf(tabId).then(
        (place) => {
          if (request === newestRequest) setFound({ tabId, place });
        },
        // The tab was closed; the page line shows that.
        () => undefined,
      );
    };
    refresh();
    const events = [browser.tabs.onActivated, browser.tabs.onAttached];
    for (const event of events) event.addListener(refresh);
    return () => {
      newestRequest = -1;
      for (const event of events) event.removeListener(refresh);
    };
  }, [tabId]);

  return found !== null && found.tabId === tabId ? found.place : null;
}

async function placeOf(tabId: number): Promise<TabPlace> {
  // The window id isn't cached: a panel in a tab can be moved to another window.
  const [tab, windowId] = await Promise.all([browser.tabs.get(tabId), currentWindowId()]);
  if (tab.windowId !== windowId) return 'other-window';
  return tab.active ? 'in-front' : 'other-tab';
}
