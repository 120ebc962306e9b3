import { expect, it } from 'vitest';
import { count, countOf } from '@/src/panel/text/count';

it.each([
  [count(1, 'message'), '1 message'],
  [count(2, 'message'), '2 messages'],
  [countOf(0, 'entry', 'entries'), '0 entries'],
])('formats %j', (text, expected) => {
  expect(text).toBe(expected);
});
