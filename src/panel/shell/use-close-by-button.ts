import { useEffect, useRef } from 'react';
import { browser } from 'wxt/browser';
import type { ShownChat } from '@/src/panel/data/shown-chat';
import { useFrontChanges } from '@/src/panel/data/use-front-changes';

/** A click that opened the panel can reach it as well, and so can the second of a double click. */
const OPEN_FOR_MS = 1_000;

/**
 * The toolbar button and its keys also close the panel, if it already shows the page in front. A click on them that turns Steward on, or
 * that leads to another page's chat, closes nothing; nor does one while something is entered that would be lost.
 */
export function useCloseByButton({ detached, page, place }: Pick<ShownChat, 'detached' | 'page' | 'place'>) {
  const entered = useRef<Element | null>(null);
  useEffect(() => {
    const onInput = ({ target }: Event) => {
      // The message is kept, and what is chosen in the header takes effect at once.
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
          // Otherwise the tab loads another page.
          if (status === 'complete') window.close();
        },
        // The tab was closed; the page's status shows it.
        () => undefined,
      );
    },
    onFrontPage: () => undefined,
    onSitesChanged: () => undefined,
  });
}
