import { describe, expect, it } from 'vitest';
import { judgeRow, median } from '@/scripts/bench/bench-row';

const atMost3 = { atMost: 3 };
const atLeast09 = { atLeast: 0.9 };

describe('the verdict on a row', () => {
  it.each([
    ['on its bound', [6], [2], atMost3, 'ok'],
    ['beyond its bound', [6.01], [2], atMost3, 'SHORT'],
    ['on its least', [0.9], [1], atLeast09, 'ok'],
    ['below its least', [0.89], [1], atLeast09, 'SHORT'],
    ['without a goal', [100], [1], {}, 'no goal'],
    ['without a sample', [], [1], atMost3, 'SHORT'],
    ['over a baseline of nothing', [1], [0], atMost3, 'SHORT'],
  ])('%s', (_, measured, baseline, goal, verdict) => {
    expect(judgeRow({ measured, baseline, ...goal }).verdict).toBe(verdict);
  });

  it('uses the medians, which a single stall doesn’t change', () => {
    expect(judgeRow({ measured: [4, 2, 900], baseline: [2, 2, 2], ...atMost3 })).toEqual({
      measured: 4,
      baseline: 2,
      ratio: 2,
      spread: [1.5, 226],
      verdict: 'ok',
    });
  });
});

it.each([
  [[3, 1, 2], 2],
  [[10, 9], 9.5],
  [[7], 7],
  [[], Number.NaN],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});
