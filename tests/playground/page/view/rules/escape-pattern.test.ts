import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compilePattern } from '@/playground/filter/matcher';
import { escapePattern } from '@/playground/page/view/rules/escape-pattern';

it.each([
  ['gpt-4o', 'gpt-4o'],
  ['gpt-[x]', 'gpt-[[]x]'],
  ['a*b?c', 'a[*]b[?]c'],
  ['[!a]', '[[]!a]'],
  [']^-\\', ']^-\\'],
])('%s becomes %s', (name, pattern) => {
  expect(escapePattern(name)).toBe(pattern);
});

const SIGNS = fc.string({ unit: fc.constantFrom('[', ']', '*', '?', '!', '-', '^', '\\', 'a', 'b', '😀') });

it('gives a pattern that matches the text itself', () => {
  fc.assert(fc.property(SIGNS, (text) => compilePattern(escapePattern(text))(text)));
});

it('gives a pattern that matches no other text', () => {
  fc.assert(
    fc.property(SIGNS, SIGNS, (text, other) => {
      fc.pre(text !== other);
      return !compilePattern(escapePattern(text))(other);
    }),
  );
});
