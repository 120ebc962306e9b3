import { useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import { currentWindowId } from './current-window-id';

/** Where a page is, seen from this panel: in front of its window, in another tab of it, or in another window. */
export type PagePlace = 'in-front' | 'other-tab' | 'other-window';

/** Where the page of this tab is; null while that isn't known, and without a tab. Follows what the user moves. */
export function usePagePlace(tabId: number | null): PagePlace | null {
  const [found, setFound] = useState<{ tabId: number; place: PagePlace } | null>(null);

  useEffect(() => {
    if (tabId === null) return;
    let newestRequest = 0;
    const look = () => {
      newestRequest += 1;
      const request = newestRequest;
      placeOf(tabId).then(
        (place) => {
          if (request === newestRequest) setFound({ tabId, place });
        },
        // The tab was closed; the page's status says so.
        () => undefined,
      );
    };
    look();
    const events = [browser.tabs.onActivated, browser.tabs.onAttached];
    for (const event of events) event.addListener(look);
    return () => {
      newestRequest = -1;
      for (const event of events) event.removeListener(look);
    };
  }, [tabId]);

  return found !== null && found.tabId === tabId ? found.place : null;
}

async function placeOf(tabId: number): Promise<PagePlace> {
  // Asked each time: a panel in a tab can be moved as well.
  const [tab, windowId] = await Promise.all([browser.tabs.get(tabId), currentWindowId()]);
  if (tab.windowId !== windowId) return 'other-window';
  return tab.active ? 'in-front' : 'other-tab';
}
