import { expect, it } from 'vitest';
import { joinTexts } from '@/src/core/text/join-texts';

it.each([
  ['', 'b', 'b'],
  ['a', '', 'a'],
  ['a', 'b', 'a\nb'],
  ['a', 'a', 'a'],
])('joins %j and %j to %j', (first, second, joined) => {
  expect(joinTexts(first, second)).toBe(joined);
});
