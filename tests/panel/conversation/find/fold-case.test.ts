import { describe, expect, it } from 'vitest';
import { foldCase, placesOf } from '@/src/panel/conversation/find/find-hits';

describe('a text without differences of case', () => {
  it.each([
    ['Hide MODELS', 'hide models'],
    ['ÄÖÜ Ж ΣΊΣΥΦΟΣ', 'äöü ж σίσυφοσ'],
    ['Σίσυφος', 'σίσυφοσ'],
    ['𐐀 and 😀', '𐐨 and 😀'],
    ['İstanbul', 'İstanbul'],
    ['résumé', 'résumé'],
  ])('of “%s” is “%s”', (text, folded) => {
    expect(foldCase(text)).toBe(folded);
    expect(foldCase(text)).toHaveLength(text.length);
  });
});

describe('the places of a text', () => {
  it.each<[string, string, number[]]>([
    ['a', 'banana', [1, 3, 5]],
    ['ana', 'banana', [1]],
    ['résumé', 'resume, résumé', [8]],
    ['x', 'banana', []],
    ['', 'banana', []],
  ])('“%s” in “%s”', (query, text, places) => {
    expect(placesOf(query, text, 10)).toEqual(places);
  });

  it('are at most as many as wanted', () => {
    expect(placesOf('a', 'a'.repeat(100), 7)).toHaveLength(7);
  });
});
