import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compilePattern } from '@/playground/filter/matcher';
import golden from '@/tests/fixtures/golden-matcher.json';

// tests/outsider/fnmatch.test.ts compares it with Python.

it.each(golden)('matches "$pattern" on "$modelId" by name and id as the proxy does', (row) => {
  const matches = compilePattern(row.pattern);
  const name = row.modelId.slice(row.modelId.indexOf('/') + 1);
  const through = [...(matches(name) ? ['name'] : []), ...(matches(row.modelId) ? ['id'] : [])];
  expect(through).toEqual(row.through);
});

it.each([
  ['[z-a!x]', 'x', false, 'a `!` brought to the front by a vanished range negates'],
  ['[z-a!x]', 'q', true, 'and lets others through'],
  ['[z-a!-x]', '-', false, 'then a hyphen with nothing before it is a member'],
  ['[--0]', '/', true, 'a hyphen can start a range'],
  ['[a-c-e]', '-', true, 'a hyphen after a range is a member'],
  ['[a-c-e]', 'd', false, 'and makes no second range'],
  ['[!]a]', 'b', true, '`]` may follow the `!`'],
  ['[a-', '[a-', true, 'an unclosed set is ordinary text'],
  ['', 'a', false, 'the empty pattern matches the empty text alone'],
  ['ab*ba', 'aba', false, 'the ends of a pattern may not overlap in the text'],
  ['*?', '', false, 'each place takes a code point of its own'],
  ['?*?', '😀😀', true, 'and a whole one'],
  ['?*?', '😀', false, 'not its two halves'],
  ['*\ude00', '😀', false, 'half a character is not found inside a whole one'],
  ['\ud83d*', '😀', false, 'at neither end'],
  ['*\ud83d*', 'a\ud83db', true, 'but it is found alone'],
])('%s on %s is %s: %s', (pattern, text, expected) => {
  expect(compilePattern(pattern)(text)).toBe(expected);
});

it('matches any text without wildcards to itself only', () => {
  const plain = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[*?[]/g, ''));
  fc.assert(
    fc.property(plain, plain, (pattern, other) => {
      const matches = compilePattern(pattern);
      expect([pattern, other].map(matches)).toEqual([true, pattern === other]);
    }),
  );
});

it.each([`${'*a'.repeat(100)}*b`, `${'*[ab]?[!c]'.repeat(60)}*c`, `*${'[a]'.repeat(60)}b*`])(
  'matches a pathological pattern fast: %s',
  (pattern) => {
    expect(compilePattern(pattern)('a'.repeat(20_000))).toBe(false);
  },
);
