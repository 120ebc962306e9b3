import { expect, it } from 'vitest';
import { type BenchRow, rowCells } from '@/scripts/bench/bench-row';

it.each<[string, Partial<BenchRow>, string[]]>([
  [
    'with a goal',
    { measured: [12.3456], baseline: [10], atMost: 3 },
    ['12.3 ms', '10 ms', '1.23×', '', '≤ 3×', 'ok'],
  ],
  [
    'with several samples, each against the baseline of its round',
    { measured: [1, 4, 9, 16, 25], baseline: [1, 2, 3, 4, 5] },
    ['9 ms', '3 ms', '3×', '2–4', '', 'no goal'],
  ],
  [
    'with one baseline for all samples, of which a percentile counts',
    { measured: [10, 20, 30, 40, 50], baseline: [10], percentile: 0.75 },
    ['40 ms', '10 ms', '4×', '2–4', '', 'no goal'],
  ],
  [
    'of a share, below its goal',
    { unit: 'number', measured: [0.5], baseline: [1], atLeast: 0.9 },
    ['0.5', '1', '0.5×', '', '≥ 0.9×', 'SHORT'],
  ],
  [
    'with a baseline of nothing',
    { unit: 'bytes', measured: [123_456.7], baseline: [0] },
    ['123457 bytes', '0 bytes', '–', '', '', 'no goal'],
  ],
])('a row %s has its figures with unit, ratio, goal and verdict', (_, row, cells) => {
  expect(Object.values(rowCells({ what: 'a', against: 'b', measured: [], baseline: [], ...row }))).toEqual(
    cells,
  );
});
