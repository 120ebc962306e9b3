import { describe, expect, it } from 'vitest';
import { cutText, textPieces } from '@/src/panel/text/cut-text';

describe('the beginning of a text', () => {
  it.each([
    ['shorter than the bound', 'a\nb', 10, 10, 'a\nb'],
    ['too many lines', 'a\nb\nc', 10, 2, 'a\nb\n'],
    ['too long in a later line', 'ab\ncdef', 4, 10, 'ab\n'],
    ['too long in its only line', 'abcdef', 4, 10, 'abcd'],
    ['a pair of surrogates at the bound', 'abc😀', 4, 10, 'abc'],
    ['empty', '', 4, 10, ''],
  ])('%s → cut after a line where there is one', (_, text, chars, lines, head) => {
    expect(cutText(text, chars, lines)).toBe(head);
  });
});

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
