/** Sizes of a scrolling list with rows of equal height, in CSS pixels, as in the style sheet. */
export interface RowMeasures {
  rowHeightPx: number;
  /** Height of the sticky head above the rows. */
  headHeightPx: number;
}

/** Number of rows that fit a scroller completely. */
export function visibleRows(scroller: HTMLElement, { rowHeightPx, headHeightPx }: RowMeasures): number {
  return Math.max(1, Math.floor((scroller.clientHeight - headHeightPx) / rowHeightPx));
}

/** Scrolls the minimum distance that shows the row below the head. */
export function scrollToRow(
  scroller: HTMLElement,
  index: number,
  { rowHeightPx, headHeightPx }: RowMeasures,
): void {
  const top = index * rowHeightPx;
  const lowest = top + rowHeightPx + headHeightPx - scroller.clientHeight;
  if (scroller.scrollTop > top) scroller.scrollTop = top;
  else if (scroller.scrollTop < lowest) scroller.scrollTop = lowest;
}
