import { expect, it } from 'vitest';
import { nextRowIndex } from '@/playground/page/view/lists/next-row-index';

it.each([
  ['ArrowDown', 3, 4],
  ['ArrowDown', 99, 99],
  ['ArrowUp', 3, 2],
  ['ArrowUp', 0, 0],
  ['PageDown', 3, 13],
  ['PageDown', 95, 99],
  ['PageUp', 13, 3],
  ['PageUp', 5, 0],
  ['Home', 50, 0],
  ['End', 50, 99],
  ['x', 50, null],
])('%s moves from row %i to %s', (key, from, to) => {
  expect(nextRowIndex(key, from, 100, 10)).toBe(to);
});
