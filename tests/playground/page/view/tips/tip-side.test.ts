import { expect, it } from 'vitest';
import { tipSide } from '@/playground/page/view/tips/tip-side';

it.each([
  ['to the left of a list at the right border', { left: 849, right: 1188 }, 1200, 'left'],
  ['to the right of a list at the left border', { left: 12, right: 336 }, 1200, 'right'],
  ['just fitting to the left', { left: 336, right: 820 }, 1200, 'left'],
  ['just fitting to the right', { left: 335, right: 864 }, 1200, 'right'],
  ['beneath a list that leaves no room', { left: 335, right: 865 }, 1200, 'bottom'],
  ['beneath a list as wide as the window', { left: 12, right: 308 }, 320, 'bottom'],
] as const)('a tooltip is placed %s', (_, box, windowWidthPx, side) => {
  expect(tipSide(box, windowWidthPx)).toBe(side);
});
