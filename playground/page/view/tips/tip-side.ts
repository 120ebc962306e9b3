/** Space that a tooltip needs beside a row, in CSS pixels: its width in the style sheet, and a margin. */
const ROOM_PX = 336;

/**
 * The side of a row’s tooltip: beside the row if there is room, so that it doesn’t cover the next rows;
 * otherwise below it.
 */
export function tipSide(
  { left, right }: Pick<DOMRect, 'left' | 'right'>,
  windowWidthPx: number,
): 'left' | 'right' | 'bottom' {
  if (left >= ROOM_PX) return 'left';
  return windowWidthPx - right >= ROOM_PX ? 'right' : 'bottom';
}
