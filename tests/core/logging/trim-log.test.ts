import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstKept, type LogKey } from '@/src/core/logging/trim-log';

const bounds = { entries: 10, characters: 1_000, ageMs: 100 };

/** Entries of this size, one per millisecond, the last one at 200. */
function log(count: number, size: number): LogKey[] {
  return Array.from({ length: count }, (_, index) => [index + 1, 200 - count + index + 1, size]);
}

it.each<[string, LogKey[], number, number]>([
  ['an empty log', [], 200, 0],
  ['a log at its bound of entries', log(10, 1), 200, 0],
  ['one entry more: back to nine tenths', log(11, 1), 200, 2],
  ['a log at its bound of characters', log(10, 100), 200, 0],
  ['one character more: back to nine tenths', [...log(9, 100), [10, 200, 101]], 200, 2],
  ['a newest entry that exceeds the bound alone', [[1, 200, 1_001]], 200, 1],
  ['entries that have just reached the maximum age', log(10, 1), 291, 0],
  ['an entry a millisecond older', log(10, 1), 292, 1],
  ['a log that is too old completely', log(10, 1), 301, 10],
  ['old entries whose deletion makes room for the others', log(11, 1), 291, 1],
])('%s', (_, keys, nowMs, first) => {
  // The first of ten entries has the time 191.
  expect(firstKept(keys, bounds, nowMs)).toBe(first);
});

it('the kept entries satisfy every bound, are a contiguous end of the log, and would not be trimmed again', () => {
  const sizes = fc.array(fc.nat({ max: 400 }), { maxLength: 40 });
  fc.assert(
    fc.property(sizes, fc.nat({ max: 400 }), (all, nowMs) => {
      const keys = all.map((size, index): LogKey => [index, index * 5, size]);
      const first = firstKept(keys, bounds, nowMs);
      const kept = keys.slice(first);
      expect(kept.length).toBeLessThanOrEqual(bounds.entries);
      expect(kept.reduce((sum, [, , size]) => sum + size, 0)).toBeLessThanOrEqual(bounds.characters);
      expect(kept.every(([, atMs]) => atMs >= nowMs - bounds.ageMs)).toBe(true);
      expect(firstKept(kept, bounds, nowMs)).toBe(0);
    }),
  );
});
