import { describe, expect, it } from 'vitest';
import { textPieces } from '@/src/core/text/text-pieces';

describe('the pieces of a text', () => {
  it.each([
    ['lines', 'ab\ncd\nef', ['ab\ncd\n', 'ef']],
    ['no lines', 'abcdefghij', ['abcdefg', 'hij']],
    ['a pair of surrogates at the bound', 'abcdef😀g', ['abcdef', '😀g']],
    ['nothing', '', []],
  ])('%s → pieces up to the size', (_, text, pieces) => {
    expect(textPieces(text, 7)).toEqual(pieces);
  });

  it.each([
    ['one line', 'abcd '.repeat(1_000_000)],
    ['short lines', 'ab\n'.repeat(1_700_000)],
    ['empty lines', '\n'.repeat(5_000_000)],
  ])('5 MB of %s → the same text in pieces', (_, text) => {
    const pieces = textPieces(text, 4_000);
    expect(pieces.join('') === text).toBe(true);
  });
});
