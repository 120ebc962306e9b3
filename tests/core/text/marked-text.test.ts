import { describe, expect, it } from 'vitest';
import { type MarkedPart, markedText, searchExcerpt } from '@/src/core/text/marked-text';
import { searchWords } from '@/src/core/text/search-words';

/** The parts as one text, with each match in brackets. */
const inBrackets = (parts: readonly MarkedPart[]) =>
  parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('');

describe('the marks of a search', () => {
  it.each([
    ['Hide preview models', 'pre', 'Hide [pre]view models'],
    ['Hide preview models', 'PREVIEW hid', '[Hid]e [preview] models'],
    ['Hide preview models', 'view', 'Hide preview models'],
    ['Naïve Résumé', 'resum', 'Naïve [Résum]é'],
    ['Re\u0301sume\u0301', 're', '[Re\u0301]sume\u0301'],
    ['Straße', 'stras', '[Straß]e'],
    ['模型过滤', '过', '模型[过]滤'],
    ['a*-preview*', 'preview', 'a*-[preview]*'],
    ['pre prefix', 'pre pref', '[pre] [pref]ix'],
    ['<b>bold</b>', 'bold', '<b>[bold]</b>'],
    ['', 'x', ''],
  ])('in %j for %j are %j', (text, search, expected) => {
    const parts = markedText(text, searchWords(search));
    expect(inBrackets(parts)).toBe(expected);
    expect(parts.map((part) => part.text).join('')).toBe(text);
  });
});

describe('the excerpt of a text', () => {
  const before = 'word '.repeat(30);

  it('is the whole text on one line if that is short', () => {
    expect(searchExcerpt('Hide\n\n  preview models', ['pre'])).toBe('Hide preview models');
  });

  it('has whole words around the first match, and says that there is more', () => {
    const excerpt = searchExcerpt(`${before}preview ${before}`, ['pre']) ?? '';
    expect(excerpt).toMatch(/^…word (word )*preview (word )*word…$/);
    expect(excerpt.length).toBeLessThan(150);
  });

  it('of a text without spaces starts at the match', () => {
    const long = 'x'.repeat(500);
    expect(searchExcerpt(`${long}-preview-${long}`, ['preview'])).toBe('…preview…');
  });

  it('is missing if no word of the search is in the text', () => {
    expect(searchExcerpt('Hide models', ['pre'])).toBeNull();
  });
});
