import type { ShownChat } from '@/src/panel/data/shown-chat';
import { useFrontChanges } from '@/src/panel/data/use-front-changes';

/** A click that opened the panel can reach it as well, and so can the second of a double click. */
const OPEN_FOR_MS = 1_000;

/**
 * The toolbar button and its keys also close the panel, if it already shows the page in front. A click on them that turns Steward on, or
 * that leads to another page's chat, closes nothing.
 */
export function useCloseByButton({ detached, page, place }: Pick<ShownChat, 'detached' | 'page' | 'place'>) {
  useFrontChanges({
    onToolbarClick(againAtMs) {
      if (againAtMs === null || againAtMs < performance.timeOrigin + OPEN_FOR_MS) return;
      if (detached === null && page?.state === 'connected' && place === 'in-front') window.close();
    },
    onFrontPage: () => undefined,
    onSitesChanged: () => undefined,
  });
}
