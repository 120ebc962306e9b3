/** What a tooltip takes beside a row, in CSS pixels: its width in the style sheet, and some air. */
const ROOM_PX = 336;

/**
 * Where a row’s tooltip goes: beside the row where there is room, so that it doesn’t lie on the way to the next rows,
 * and beneath it elsewhere.
 */
export function tipSide(
  { left, right }: Pick<DOMRect, 'left' | 'right'>,
  windowWidthPx: number,
): 'left' | 'right' | 'bottom' {
  if (left >= ROOM_PX) return 'left';
  return windowWidthPx - right >= ROOM_PX ? 'right' : 'bottom';
}
