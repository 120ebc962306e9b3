import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatAgo } from '@/src/panel/kit/text/format-time';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

it.each([
  ['now', 0],
  ['now', MINUTE - 1],
  ['now', -HOUR],
  ['1 min. ago', MINUTE],
  ['59 min. ago', HOUR - 1],
  ['1 hr. ago', HOUR],
  ['23 hr. ago', DAY - 1],
  ['1 day ago', DAY],
  ['6 days ago', 7 * DAY - 1],
  ['1 wk. ago', 7 * DAY],
  ['1 mo. ago', 30 * DAY],
  ['12 mo. ago', 365 * DAY - 1],
  ['1 yr. ago', 365 * DAY],
])('says %s for %i ms', (text, passedMs) => {
  expect(formatAgo(1_800_000_000_000 - passedMs, 1_800_000_000_000)).toBe(text);
});

it('never counts nothing of a unit', () => {
  fc.assert(
    fc.property(fc.integer({ min: -DAY, max: 4_000 * DAY }), (passedMs) => {
      expect(formatAgo(-passedMs, 0)).not.toMatch(/^0/);
    }),
  );
});
