import { describe, expect, it } from 'vitest';
import { cutText } from '@/src/panel/kit/text/cut-text';

describe('the start of a text', () => {
  it.each([
    ['shorter than the limit', 'a\nb', 10, 10, 'a\nb'],
    ['too many lines', 'a\nb\nc', 10, 2, 'a\nb\n'],
    ['too long in a later line', 'ab\ncdef', 4, 10, 'ab\n'],
    ['too long in a later line, before which there is little', 'a\nbcdef', 4, 10, 'a\nbc'],
    ['too long in its only line', 'abcdef', 4, 10, 'abcd'],
    ['a surrogate pair at the limit', 'abc😀', 4, 10, 'abc'],
    ['empty', '', 4, 10, ''],
  ])('%s is cut at a line’s end if that keeps most of it', (_, text, chars, lines, head) => {
    expect(cutText(text, chars, lines)).toBe(head);
  });
});
