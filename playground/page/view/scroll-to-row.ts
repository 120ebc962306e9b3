/** The height of a row, in CSS pixels: that of the style sheet. */
export const ROW_HEIGHT_PX = 28;
/** The height of a pane's head, which stays in place above the rows. */
export const PANE_HEAD_HEIGHT_PX = 32;

/** How many rows a scroller shows whole. */
export function visibleRows(scroller: HTMLElement): number {
  return Math.max(1, Math.floor((scroller.clientHeight - PANE_HEAD_HEIGHT_PX) / ROW_HEIGHT_PX));
}

/** Scrolls as little as brings the row into view, beneath the head. */
export function scrollToRow(scroller: HTMLElement, index: number): void {
  const top = index * ROW_HEIGHT_PX;
  const lowest = top + ROW_HEIGHT_PX + PANE_HEAD_HEIGHT_PX - scroller.clientHeight;
  if (scroller.scrollTop > top) scroller.scrollTop = top;
  else if (scroller.scrollTop < lowest) scroller.scrollTop = lowest;
}
