import { type RefObject, useEffect } from 'react';

/** The elements that scroll below the header. */
const SCROLLERS = '.conversation-scroller, .panel-main';

/** Upward movement after which the header is shown again, in pixels. */
const REVEAL_PX = 24;

/** Fractional pixels and zoom leave a gap at the very bottom, in pixels. */
const BOTTOM_TOLERANCE_PX = 3;

/**
 * Marks the header with `data-away` while the user reads on below it: from a movement down, or the very bottom, until a
 * movement up. The style sheet hides a marked header in low windows, unless it has the focus. Another chat begins with the
 * header.
 */
export function useScrolledAway(header: RefObject<HTMLElement | null>, chatId: string | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the chat changes
  useEffect(() => {
    const element = header.current;
    if (element === null) return;
    let lowest = 0;
    const mark = (isAway: boolean) => element.toggleAttribute('data-away', isAway);
    const onScroll = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || !target.matches(SCROLLERS)) return;
      const { scrollTop, scrollHeight, clientHeight } = target;
      const hidden = scrollHeight - clientHeight;
      const isAway = element.hasAttribute('data-away');
      const isAtEnd = hidden - scrollTop <= BOTTOM_TOLERANCE_PX;
      if (scrollTop > lowest || isAtEnd) {
        lowest = scrollTop;
        // Without the header, there must still be something to scroll: otherwise it could not be brought back.
        if (isAway || hidden > element.offsetHeight + REVEAL_PX) mark(true);
        if (scrollTop <= 0) mark(false);
      } else if (scrollTop <= 0 || lowest - scrollTop >= REVEAL_PX) {
        lowest = scrollTop;
        mark(false);
      }
    };
    mark(false);
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', onScroll, { capture: true });
  }, [header, chatId]);
}
