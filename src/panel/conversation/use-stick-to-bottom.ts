import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface StickToBottom {
  scroller: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  /** True if the user has scrolled up, or if later messages aren't shown. */
  isAway: boolean;
  jump(): void;
}

/** Largest distance in pixels that still counts as the bottom: fractional pixels and zoom leave a gap. */
const BOTTOM_TOLERANCE_PX = 3;

/** Largest change in pixels that doesn't count as a movement of the user: the browser may round a scroll position after it was set. */
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
    // At the bottom, scroll anchoring is off: the browser's adjustments to changes above would look like the user's movement.
    const anchor = () => {
      box.style.overflowAnchor = isPinned.current ? 'none' : 'auto';
    };
    const onScroll = () => {
      const gap = box.scrollHeight - box.clientHeight - box.scrollTop;
      if (gap <= BOTTOM_TOLERANCE_PX && endIsHere.current) isPinned.current = true;
      else if (box.scrollTop < lastTop - ROUNDING_PX) isPinned.current = false;
      // Isn't updated by small upward movements, so that they add up.
      if (box.scrollTop > lastTop || !isPinned.current) lastTop = box.scrollTop;
      anchor();
      setIsAway(!isPinned.current);
    };
    anchor();
    const observer = new ResizeObserver(() => {
      if (!isPinned.current) return;
      box.scrollTop = box.scrollHeight;
      // Content that becomes shorter moves the position up without the user; `onScroll` must not take that for a movement.
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
