import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ShownMessages } from './use-shown-messages';

/** Distance from either end of the shown messages at which more are loaded, in pixels. */
const NEAR_PX = 600;

/** Loads more messages when the user scrolls near either end of the shown ones. */
export function useScrollLoading(
  scroller: RefObject<HTMLDivElement | null>,
  shownMessages: ShownMessages,
): void {
  const { hasLater, showEarlier, showLater } = shownMessages;
  const { hasEarlier } = shownMessages.batch;
  const lastTop = useRef(-1);
  // In a layout effect, since it ends before the next scroll event.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    // The conversation was opened, or left for its end: the next event is not the user's.
    if (!hasLater) lastTop.current = -1;
    const onScroll = () => {
      const { scrollTop } = box;
      // An event at the same position is both: the browser moved down by what came in above, and the user back up.
      const isUp = scrollTop <= lastTop.current;
      const isDown = scrollTop >= lastTop.current;
      lastTop.current = scrollTop;
      if (isUp && hasEarlier) {
        // Browsers don't anchor the scroll position at the very top, so the visible text would move.
        if (scrollTop === 0) box.scrollTop = 1;
        if (scrollTop < NEAR_PX) showEarlier();
      }
      if (isDown && hasLater && box.scrollHeight - box.clientHeight - scrollTop < NEAR_PX) showLater();
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => box.removeEventListener('scroll', onScroll);
  }, [scroller, hasEarlier, hasLater, showEarlier, showLater]);
}
