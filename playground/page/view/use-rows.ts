import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { usePageState } from './page-provider';

/** Number of rows rendered beyond each edge of the visible area. */
const OVERSCAN = 8;

/** A scrolling list whose rows have a fixed height, given by the style sheet. */
interface RowList {
  scroller: RefObject<HTMLElement | null>;
  rowHeightPx: number;
  /** Height of the sticky head above the rows, in CSS pixels. */
  headHeightPx: number;
  count: number;
  /** Index of the row with the keyboard focus, which is always rendered. */
  active: number;
}

/** Scrolls to the row that the page protocol asked for. `indexOf` finds it; negative if the list has no such row. */
export function useScrollToShown(
  scroller: RefObject<HTMLElement | null>,
  show: (index: number) => void,
  indexOf: (name: string) => number,
): void {
  const shown = usePageState((state) => state.shown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another request scrolls.
  useEffect(() => {
    const index = shown === null ? -1 : indexOf(shown.name);
    if (index < 0) return;
    // In a narrow window the page scrolls, too.
    scroller.current?.scrollIntoView({ block: 'nearest' });
    show(index);
  }, [shown]);
}

/** Windows a list: only the visible rows are rendered, since there can be thousands. */
export function useRows({ scroller, rowHeightPx, headHeightPx, count, active }: RowList) {
  const [first, setFirst] = useState(0);
  const [page, setPage] = useState(1);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      setFirst(Math.floor(element.scrollTop / rowHeightPx));
      setPage(Math.max(1, Math.floor((element.clientHeight - headHeightPx) / rowHeightPx)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure);
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [scroller, rowHeightPx, headHeightPx]);

  const isRendered = (index: number) => index >= first - OVERSCAN && index <= first + page + OVERSCAN;
  const indices: number[] = [];
  for (let at = Math.max(0, first - OVERSCAN); at < count && isRendered(at); at += 1) indices.push(at);
  if (active < count && !isRendered(active)) indices.push(active);
  const moves: Record<string, number> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  };
  return {
    indices,
    /** Scrolls by the minimum distance that makes a row visible below the head. */
    show(index: number): void {
      const element = scroller.current;
      if (!element) return;
      const top = index * rowHeightPx;
      const lowest = top + rowHeightPx + headHeightPx - element.clientHeight;
      if (element.scrollTop > top) element.scrollTop = top;
      else if (element.scrollTop < lowest) element.scrollTop = lowest;
    },
    /** The row to which a navigation key moves; null for other keys, which keep their function. */
    moveTo(event: KeyboardEvent): number | null {
      const index = moves[event.key];
      if (index === undefined || count === 0) return null;
      event.preventDefault();
      return Math.min(Math.max(index, 0), count - 1);
    },
  };
}
