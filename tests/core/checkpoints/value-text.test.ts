import { expect, it } from 'vitest';
import { valueText } from '@/src/core/checkpoints/value-text';
import { english } from '@/src/core/text/english';

it.each([
  [undefined, 'nothing'],
  [null, 'null'],
  [['a', { b: 1 }], '["a",{"b":1}]'],
  ['\u202e', '"\\u202e"'],
  ['x'.repeat(198), `"${'x'.repeat(198)}"`],
  ['x'.repeat(199), `"${'x'.repeat(198)}…`],
])('shows %j', (value, text) => {
  expect(english(valueText(value))).toBe(text);
});
