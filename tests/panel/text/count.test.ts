import { expect, it } from 'vitest';
import { count } from '@/src/panel/text/count';

it.each([
  [count(1, 'message'), '1 message'],
  [count(2, 'message'), '2 messages'],
  [count(0, 'entry', 'entries'), '0 entries'],
])('formats %j', (text, expected) => {
  expect(text).toBe(expected);
});
