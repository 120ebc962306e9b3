import { expect, it } from 'vitest';
import { readSendKey } from '@/src/core/records/send-key';

it.each([
  [undefined, 'ctrl-enter'],
  ['ctrl-enter', 'ctrl-enter'],
  ['enter', 'enter'],
  ['space', null],
  [null, null],
  [{}, null],
])('the stored value %j is read as %j', (stored, expected) => {
  expect(readSendKey(stored)).toBe(expected);
});
