/** The measures of a scrolling list of equal rows, in CSS pixels: those of the style sheet. */
export interface RowMeasures {
  rowHeightPx: number;
  /** What stays in place above the rows. */
  headHeightPx: number;
}

/** How many rows a scroller shows whole. */
export function visibleRows(scroller: HTMLElement, { rowHeightPx, headHeightPx }: RowMeasures): number {
  return Math.max(1, Math.floor((scroller.clientHeight - headHeightPx) / rowHeightPx));
}

/** Scrolls as little as brings the row into view, beneath the head. */
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
