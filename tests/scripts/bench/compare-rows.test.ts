import { expect, it } from 'vitest';
import { compareRows, type MeasuredRow } from '@/scripts/bench/compare-rows';

const row = (what: string, ...measured: number[]): MeasuredRow => ({ what, samples: { measured } });

it('a row of two checkouts has the medians of all passes, their ratio, and the quartiles of the ratios of the passes', () => {
  const passes = [
    { ours: [row('a', 10, 20, 30)], theirs: [row('a', 40)] },
    { ours: [row('a', 20)], theirs: [row('a', 20)] },
    { ours: [row('a', 30)], theirs: [row('a', 20)] },
  ];
  expect(compareRows(passes)).toEqual({
    rows: [{ what: 'a', ours: 20, theirs: 20, ratio: 1, spread: [0.75, 1.25] }],
    unmatched: [],
  });
});

it('a row with a percentile is compared at that percentile', () => {
  const of = (...measured: number[]) => [{ ...row('a', ...measured), percentile: 1 }];
  expect(compareRows([{ ours: of(1, 2, 9), theirs: of(1, 3) }]).rows).toMatchObject([
    { ours: 9, theirs: 3, ratio: 3 },
  ]);
});

it('a row that one of the checkouts lacks in any pass is named and not compared', () => {
  const passes = [
    { ours: [row('a', 1), row('b', 1)], theirs: [row('a', 1), row('b', 1), row('c', 1)] },
    { ours: [row('a', 1)], theirs: [row('a', 1), row('b', 1)] },
  ];
  const { rows, unmatched } = compareRows(passes);
  expect(rows.map(({ what }) => what)).toEqual(['a']);
  expect(unmatched).toEqual(['b', 'c']);
});
