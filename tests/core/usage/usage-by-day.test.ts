import { describe, expect, it } from 'vitest';
import { type PricedUsage, usageByDay } from '@/src/core/usage/usage-by-day';
import { used } from './usage-examples';

const DAY_STARTS = [0, 10, 20];
const prices = { input: 1, output: 1, cacheRead: null, cacheCreation: null };

/** A request of a model at a time, with this many tokens, each of which costs a dollar if prices are known. */
function at(atMs: number, model: string, tokens: number | null, isPriced = true): PricedUsage {
  const counts = tokens === null ? null : { promptTokens: tokens, completionTokens: 0 };
  const cached = { cacheReadInputTokens: 0, cacheCreationInputTokens: 0 };
  const entry = used(atMs, counts && { ...counts, ...cached }, { atMs, model });
  return { ...entry, prices: isPriced ? prices : null };
}

const shown = (entries: PricedUsage[]) => {
  const { unit, all, models } = usageByDay(entries, DAY_STARTS);
  const row = ({ model, total, days }: typeof all) => [model, total.value, days.map(({ value }) => value)];
  return { unit, rows: [all, ...models].map(row) };
};

describe('the use by day', () => {
  it.each<[string, PricedUsage[], ReturnType<typeof shown>]>([
    [
      'is the cost of each model, the biggest first, with nothing on unused days',
      [at(0, 'a', 1), at(9, 'a', 2), at(29, 'b', 5)],
      {
        unit: 'dollars',
        rows: [
          [null, 8, [3, 0, 5]],
          ['b', 5, [0, 0, 5]],
          ['a', 3, [3, 0, 0]],
        ],
      },
    ],
    [
      'is in tokens if no cost is known',
      [at(10, 'a', 4, false)],
      {
        unit: 'tokens',
        rows: [
          [null, 4, [0, 4, 0]],
          ['a', 4, [0, 4, 0]],
        ],
      },
    ],
    ['is empty without requests', [], { unit: 'tokens', rows: [[null, 0, [0, 0, 0]]] }],
    [
      'has one row for all models but the biggest four, if there are more than five',
      ['a', 'b', 'c', 'd', 'e', 'f'].map((model, index) => at(index, model, 9 - index)),
      {
        unit: 'dollars',
        rows: [
          [null, 39, [39, 0, 0]],
          ['a', 9, [9, 0, 0]],
          ['b', 8, [8, 0, 0]],
          ['c', 7, [7, 0, 0]],
          ['d', 6, [6, 0, 0]],
          [null, 9, [9, 0, 0]],
        ],
      },
    ],
  ])('%s', (_, entries, expected) => {
    expect(shown(entries)).toEqual(expected);
  });

  it('has amounts that are lower bounds where the price or the counts of a request are unknown', () => {
    const priced = usageByDay([at(0, 'a', 1), at(1, 'b', 1, false), at(10, 'a', null)], DAY_STARTS);
    expect(priced.all.days).toEqual([
      { startMs: 0, requests: 2, value: 1, isLowerBound: true, isAbout: false },
      { startMs: 10, requests: 1, value: 0, isLowerBound: true, isAbout: false },
      { startMs: 20, requests: 0, value: 0, isLowerBound: false, isAbout: false },
    ]);
    const counted = usageByDay([at(0, 'a', 1, false), at(1, 'a', null, false)], DAY_STARTS);
    expect(counted.all.total).toEqual({ requests: 2, value: 1, isLowerBound: true, isAbout: false });
  });
});
