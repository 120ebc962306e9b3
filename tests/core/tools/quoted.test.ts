import { expect, it } from 'vitest';
import { quoted } from '@/src/core/tools/quoted';

it.each([
  ['a name', '"a name"'],
  ['a"b\\', String.raw`"a\"b\\"`],
  ['tab\tand\u0000', String.raw`"tab\tand\u0000"`],
  ['\u202eright to left', String.raw`"\u202eright to left"`],
  ['x'.repeat(80), `"${'x'.repeat(80)}"`],
  ['x'.repeat(81), `"${'x'.repeat(80)}"…`],
  [`${'x'.repeat(79)}😀`, `"${'x'.repeat(79)}${String.raw`\ud83d`}"…`],
])('quoted %j', (text, shown) => {
  expect(quoted(text)).toBe(shown);
});
