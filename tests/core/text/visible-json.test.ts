import fc from 'fast-check';
import { expect, it } from 'vitest';
import { visibleJson } from '@/src/core/text/visible-json';

it.each([
  ['plain text', 'gpt-4*', '"gpt-4*"'],
  ['a line break', 'a\nb', '"a\\nb"'],
  ['a line separator', 'a\u2028b\u2029c', '"a\\u2028b\\u2029c"'],
  ['a soft hyphen', 'a\u00adb', '"a\\u00adb"'],
  ['a direction override', '\u202eabc', '"\\u202eabc"'],
  ['a control of the second row', '\u0085', '"\\u0085"'],
  ['a tag outside the first plane', '\u{e0041}', '"\\udb40\\udc41"'],
  ['letters of other scripts', 'ß日本', '"ß日本"'],
])('%s', (_what, text, json) => {
  expect(visibleJson(text)).toBe(json);
});

it('stays one visible line that reads back the same', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = visibleJson(value as never);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(json).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    }),
  );
});
