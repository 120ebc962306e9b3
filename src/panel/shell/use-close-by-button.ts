import { useEffect, useRef } from 'react';
import { browser } from 'wxt/browser';
import type { ShownChat } from '@/src/panel/data/shown-chat';
import { useFrontChanges } from '@/src/panel/data/use-front-changes';
import type { TabPlace } from '@/src/panel/data/use-page-place';

/**
 * Time in milliseconds in which clicks don't close the panel: the click that opened it can reach it as well, and so can the second one of a
 * double click.
 */
const OPEN_FOR_MS = 1_000;

/**
 * Closes the panel on a click on the toolbar button, or its keys, if the panel already shows the page in front. A click that turns Steward
 * on or leads to another page's chat doesn't close it, nor does one while the user has entered something that would be lost.
 */
export function useCloseByButton(
  { detached, page }: Pick<ShownChat, 'detached' | 'page'>,
  place: TabPlace | null,
) {
  const entered = useRef<Element | null>(null);
  useEffect(() => {
    const onInput = ({ target }: Event) => {
      // Input there isn't lost: the message is kept, and choices in the header take effect at once.
      if (!(target instanceof Element) || target.closest('.composer, .panel-header') !== null) return;
      entered.current = target;
    };
    document.addEventListener('input', onInput);
    return () => document.removeEventListener('input', onInput);
  }, []);
  useFrontChanges({
    onToolbarClick(againAtMs) {
      if (againAtMs === null || againAtMs < performance.timeOrigin + OPEN_FOR_MS) return;
      if (detached !== null || page?.state !== 'connected' || place !== 'in-front') return;
      if (entered.current?.isConnected === true) return;
      browser.tabs.get(page.tabId).then(
        ({ status }) => {
          // If it isn't complete, the tab is loading another page.
          if (status === 'complete') window.close();
        },
        // The tab was closed; the page line shows that.
        () => undefined,
      );
    },
    onFrontPage: () => undefined,
    onSitesChanged: () => undefined,
  });
}
