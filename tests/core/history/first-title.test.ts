import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstTitle } from '@/src/core/history/first-title';

const FAMILY = '👨‍👩‍👧‍👦';

describe('the first title of a chat', () => {
  it.each([
    ['a short line', 'Block all previews', 'Block all previews'],
    ['nothing but the first line', 'First words\nand more', 'First words'],
    ['60 letters whole', 'x'.repeat(60), 'x'.repeat(60)],
    ['the beginning of 61 letters', 'x'.repeat(61), `${'x'.repeat(59)}…`],
    ['60 emoji whole', '😀'.repeat(60), '😀'.repeat(60)],
    ['the beginning of 61 emoji', '😀'.repeat(61), `${'😀'.repeat(59)}…`],
    ['emoji behind an odd number of letters', `a${'😀'.repeat(60)}`, `a${'😀'.repeat(58)}…`],
    ['joined emoji as one character each', FAMILY.repeat(61), `${FAMILY.repeat(59)}…`],
    ['letters with their accents', 'e\u0301'.repeat(61), `${'e\u0301'.repeat(59)}…`],
    ['what comes before a character with too many marks', `Hide a${'\u0301'.repeat(50_000)}`, 'Hide …'],
    ['a flag as one character', '🇩🇪'.repeat(61), `${'🇩🇪'.repeat(59)}…`],
  ])('is %s', (_what, text, title) => {
    expect(firstTitle(text)).toBe(title);
  });

  it('never ends within a surrogate pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(firstTitle(text)).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });
});
