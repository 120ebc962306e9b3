import { expect, it } from 'vitest';
import { formatDollars } from '@/src/panel/kit/text/format-number';

it.each([
  [0, '$0'],
  [0.001234, '$0.0012'],
  [0.0000004, '$0.0000004'],
  [0.5, '$0.5'],
  [0.236, '$0.24'],
  [1, '$1.00'],
  [1_234.567, '$1,234.57'],
])('%d dollars are shown as %s', (dollars, text) => {
  expect(formatDollars(dollars)).toBe(text);
});
