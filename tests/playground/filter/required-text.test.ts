import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from '@/playground/filter/matcher';
import { requiredText } from '@/playground/filter/required-text';
import { createTextIndex } from '@/playground/filter/text-index';

describe('the text that a pattern requires', () => {
  it.each([
    ['gpt-4', 'gpt-4'],
    ['gpt-4*mini', 'gpt-4'],
    ['*-preview-??', '-preview-'],
    ['ab[cd]efg[!h]i', 'efg'],
    ['x[*]', 'x'],
    ['open[ab', 'open[ab'],
    ['*?[a-z]', ''],
    ['', ''],
    ['a😀b*c', 'a😀b'],
    ['a\ud83db', 'a'],
  ])('of %j is %j', (pattern, text) => {
    expect(requiredText(pattern)).toBe(text);
  });

  it('is contained in every match of the pattern', () => {
    const pattern = fc.string({ unit: fc.constantFrom(...'ab*?[]!-😀', '\ud83d'), maxLength: 8 });
    const text = fc.string({ unit: fc.constantFrom(...'ab[]-😀', '\ud83d'), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (pattern, text) => {
        if (compilePattern(pattern)(text)) expect(text).toContain(requiredText(pattern));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the text index', () => {
  const sign = fc.constantFrom(...'abcé😀', '\u0141');
  const text = fc.string({ unit: sign, maxLength: 12 });

  it('finds every text that contains a part, once and in order', () => {
    fc.assert(
      fc.property(fc.array(text), fc.string({ unit: sign, maxLength: 5 }), (texts, part) => {
        const found: number[] = [];
        createTextIndex(texts)(part, (position) => found.push(position));
        const holding = texts.flatMap((one, position) => (one.includes(part) ? [position] : []));
        expect(found).toEqual([...new Set(found)].sort((left, right) => left - right));
        expect(found).toEqual(expect.arrayContaining(holding));
      }),
    );
  });

  it('skips texts without the part’s rarest run', () => {
    const found: number[] = [];
    createTextIndex(['gpt-4o', 'gpt-5', 'o1', 'gpt-4'])('gpt-4', (position) => found.push(position));
    expect(found).toEqual([0, 3]);
  });
});
