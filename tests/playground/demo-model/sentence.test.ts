import { describe, expect, it } from 'vitest';
import { code, count, nameList, plain, toolWords } from '../../../playground/demo-model/sentence';

const letters = (number: number) =>
  Array.from({ length: number }, (_, index) => String.fromCharCode(97 + index));

describe('sentence', () => {
  it.each([
    [letters(1), 1, '`a`'],
    [letters(3), 3, '`a`, `b` and `c`'],
    [letters(9), 9, '`a`, `b`, `c`, `d`, `e`, `f`, `g`, `h` and `i`'],
    [letters(10), 10, '`a`, `b`, `c`, `d`, `e`, `f`, `g`, `h`, and 2 more'],
    [letters(2), 40, '`a`, `b`, and 38 more'],
    [[], 0, ''],
  ])('lists names %j of %i', (names, total, expected) => {
    expect(nameList(names, total)).toBe(expected);
  });

  it.each([
    ['a`b', '`` a`b ``'],
    ['``', '``` `` ```'],
    ['two\nlines', '`two lines`'],
  ])('keeps %j within a code span', (text, expected) => {
    expect(code(text)).toBe(expected);
  });

  it('lets no text of a tool become Markdown', () => {
    expect(toolWords('"o1" is hidden by ignore rule "*-preview*"; see [this](http://x).')).toBe(
      '`o1` is hidden by ignore rule `*-preview*`; see \\[this\\](http://x).',
    );
    expect(plain('*a* <b>\n# c')).toBe('\\*a\\* \\<b\\> \\# c');
  });

  it('counts', () => {
    expect([count(1, 'model'), count(0, 'model'), count(2, 'model')]).toEqual([
      '1 model',
      '0 models',
      '2 models',
    ]);
  });
});
