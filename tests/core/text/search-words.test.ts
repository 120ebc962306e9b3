import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_SEARCH_WORDS, searchWords } from '@/src/core/text/search-words';

describe('the words of a text', () => {
  it.each([
    ['Hide the *-preview* models', ['hide', 'the', 'preview', 'models']],
    ['gpt-4o, GPT-4o', ['gpt', '4o']],
    ['Café CAFE cafe\u0301', ['cafe']],
    ['Straße STRASSE', ['strasse']],
    ['ﬁlter ＡＢＣ', ['filter', 'abc']],
    ['ℂ ℍ', ['c', 'h']],
    ['模型 models', ['模', '型', 'models']],
    ['', []],
    ['* – …', []],
    ['x'.repeat(100), ['x'.repeat(40)]],
  ])('of %j are %j', (text, words) => {
    expect(searchWords(text)).toEqual(words);
  });

  it('are bounded in number', () => {
    const text = Array.from({ length: MAX_SEARCH_WORDS + 10 }, (_, index) => `w${index}`).join(' ');
    expect(searchWords(text)).toHaveLength(MAX_SEARCH_WORDS);
  });

  it('are their own words, so that a stored word is found by itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const words = searchWords(text);
        expect(searchWords(words.join(' '))).toEqual(words);
      }),
    );
  });
});
