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
  ])('5 MB of %s → pieces in time that grows with the length alone', (_, text) => {
    const beganAtMs = performance.now();
    const pieces = textPieces(text, 4_000);
    expect(performance.now() - beganAtMs).toBeLessThan(300);
    expect(pieces.join('') === text).toBe(true);
  });
});
