import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortByCodePoint } from '@/playground/page/api/sort-by-code-point';

it('sorts by code point, one beyond U+FFFF last, and drops duplicates', () => {
  const signs = ['a', 'b', '/', '\ue000', '\uffff', '😀', '𝒳'];
  const order = signs.toSorted((a, b) => Number(a.codePointAt(0)) - Number(b.codePointAt(0)));
  const rank = (text: string) => Array.from(text, (sign) => order.indexOf(sign)).join('');
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom(...signs) })), (texts) => {
      const ranks = sortByCodePoint(texts).map(rank);
      expect(ranks).toEqual([...new Set(texts.map(rank))].sort());
    }),
  );
});
