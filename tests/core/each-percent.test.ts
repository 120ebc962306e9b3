import { expect, it } from 'vitest';
import { eachPercent } from '@/src/core/each-percent';

it.each<[total: number, calls: number, first: [number, number]]>([
  [3, 4, [0, 3]],
  [100, 101, [0, 100]],
  [50_000, 101, [0, 50_000]],
  [0, 1, [0, 0]],
])('progress of %d parts is reported once for each percent', (total, calls, first) => {
  const reported: [number, number][] = [];
  const report = eachPercent((...progress) => reported.push(progress));
  for (let done = 0; done <= total; done += 1) report(done, total);
  expect(reported).toHaveLength(calls);
  expect(reported[0]).toEqual(first);
  expect(reported.at(-1)).toEqual([total, total]);
});
