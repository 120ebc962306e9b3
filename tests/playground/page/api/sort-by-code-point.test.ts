import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortByCodePoint } from '@/playground/page/api/sort-by-code-point';

it('sorts by code point, and drops duplicates', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '\ue000', '\uffff', '😀', '𝒳') });
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      expect(sortByCodePoint(texts)).toEqual([...new Set(texts)].sort(byCodePoints));
    }),
  );
});

it('sorts a character beyond U+FFFF after one below', () => {
  expect(sortByCodePoint(['😀', '\uffee'])).toEqual(['\uffee', '😀']);
});

function byCodePoints(left: string, right: string): number {
  const [lefts, rights] = [left, right].map((text) => Array.from(text, (sign) => sign.codePointAt(0) ?? 0));
  for (const [index, point] of (lefts ?? []).entries()) {
    const other = rights?.[index];
    if (other === undefined) return 1;
    if (point !== other) return point - other;
  }
  return (lefts?.length ?? 0) - (rights?.length ?? 0);
}
