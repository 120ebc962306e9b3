import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface StickToBottom {
  scroller: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  /** True if the user has scrolled up, or the content ends before the newest message. */
  isAway: boolean;
  jump(): void;
}

/** Fractional pixels and zoom leave a gap at the very bottom, in pixels. */
const BOTTOM_TOLERANCE_PX = 3;

/** The browser may round a scroll position after it was set; such a change is no movement of the user. */
const ROUNDING_PX = 1;

/**
 * Keeps a scroller at its bottom while its content grows, unless the user has scrolled up. A new `followKey` (the
 * user's own message, or a summary that they requested) always scrolls to the bottom.
 *
 * @param isAtEnd false while the content ends before the newest message; the scroller then keeps its position
 */
export function useStickToBottom(followKey: string, isAtEnd: boolean): StickToBottom {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isPinned = useRef(true);
  const endIsHere = useRef(isAtEnd);
  const [isAway, setIsAway] = useState(false);

  const jump = useCallback(() => {
    isPinned.current = true;
    setIsAway(false);
    if (scroller.current !== null) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key triggers the jump, but is not an input
  useLayoutEffect(jump, [followKey, jump]);

  useLayoutEffect(() => {
    endIsHere.current = isAtEnd;
    if (!isAtEnd) isPinned.current = false;
  }, [isAtEnd]);

  useEffect(() => {
    const box = scroller.current;
    if (box === null || content.current === null) return;
    let lastTop = box.scrollTop;
    // At the bottom the browser must not adjust the position to changes above: that would look like a movement of the user.
    const anchor = () => {
      box.style.overflowAnchor = isPinned.current ? 'none' : 'auto';
    };
    const onScroll = () => {
      const gap = box.scrollHeight - box.clientHeight - box.scrollTop;
      if (gap <= BOTTOM_TOLERANCE_PX && endIsHere.current) isPinned.current = true;
      else if (box.scrollTop < lastTop - ROUNDING_PX) isPinned.current = false;
      // Keeps `lastTop` during slow upward movements, so that they add up.
      if (box.scrollTop > lastTop || !isPinned.current) lastTop = box.scrollTop;
      anchor();
      setIsAway(!isPinned.current);
    };
    anchor();
    const observer = new ResizeObserver(() => {
      if (!isPinned.current) return;
      box.scrollTop = box.scrollHeight;
      // Content that becomes shorter also moves the position up, without the user.
      lastTop = box.scrollTop;
    });
    observer.observe(content.current);
    observer.observe(box);
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', onScroll);
    };
  }, []);

  return { scroller, content, isAway: isAway || !isAtEnd, jump };
}
