import { describe, expect, it } from 'vitest';
import { nestingOf } from '@/src/panel/kit/markdown/markdown-limits';

describe('the nesting of', () => {
  it.each([
    ['a paragraph', 'a > b - c 1. d', 0, 0],
    ['a quote in a quote', '>> a', 2, 2],
    ['an item in a quote', '> - a', 2, 2],
    ['items on one line', '- 1. * + a', 4, 4],
    ['items below each other', '- a\n  - b\n    - c', 3, 3],
    ['items below each other, by tabs', '- a\n\t- b', 3, 2],
    ['items below each other in a quote', '> - a\n>   - b\n>     - c', 4, 6],
    ['quotes after a byte order mark', '\ufeff> > a', 2, 2],
    ['quotes after a carriage return', 'x\r> > a\r\n> a', 2, 3],
    ['quotes in a footnote', '[^a]: > > a', 3, 3],
    ['footnotes in each other', '[^a]: [^b\\]]: [^c]: x', 3, 3],
    ['a footnote in an item', '- [^a]: > x', 3, 3],
    ['a rule', '---', 0, 0],
    ['emphasis at the beginning of a line', '**a** b', 0, 0],
    ['a number that is not an item', '1.5 models', 0, 0],
    ['a line of a diff, indented after its sign', '-                 return null;', 1, 1],
    ['a link at the beginning of a line', '[a]: b', 0, 0],
  ])('%s', (_, block, levels, markers) => {
    expect(nestingOf(block)).toEqual({ levels, markers });
  });

  it('is computed in one pass for an endless label', () => {
    expect(nestingOf(`[^${'\\a'.repeat(500_000)}`)).toEqual({ levels: 0, markers: 0 });
  });
});
