import { expect, it } from 'vitest';
import { durationOf } from '@/src/panel/kit/text/format-time';
import { wordsOf } from '@/src/texts/i18n';

it.each([
  [0, '0 ms'],
  [40.4, '40 ms'],
  [999, '1 s'],
  [1_240, '1.2 s'],
  [2_000, '2 s'],
  [9_960, '10 s'],
  [59_600, '1 min'],
  [65_000, '1 min 5 s'],
])('formats %d milliseconds as %j', (durationMs, text) => {
  expect(wordsOf(durationOf(durationMs))).toBe(text);
});
