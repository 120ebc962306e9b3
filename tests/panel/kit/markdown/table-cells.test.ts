import { describe, expect, it } from 'vitest';
import { alignments, cellsOf } from '@/src/panel/kit/markdown/table-cells';

describe('the cells of', () => {
  it.each([
    ['a row with bars at both ends', '| a | b |\n', ['a', 'b']],
    ['a row without them', 'a | b', ['a', 'b']],
    ['a row with empty cells', '| | b ||', ['', 'b', '']],
    ['a row that ends in white space', '| a | b |  \n', ['a', 'b']],
    ['a row with a bar in a cell', '| a \\| b | `c \\| d` |', ['a | b', '`c | d`']],
    ['a row with a bar in code', '| `a|b` | ``c`|`` |', ['`a|b`', '``c`|``']],
    ['a row with a backtick in each cell', '| a` |', ['a`']],
    ['a row with a backslash before its bar', '| a \\\\| b |', ['a \\\\', 'b']],
    ['a row that ends in a bar of its cell', '| a | b \\|', ['a', 'b |']],
    ['a line without bars', 'a', ['a']],
    ['an empty row', '|', []],
  ])('%s', (_, row, cells) => {
    expect(cellsOf(row)).toEqual(cells);
  });
});

it('the alignments are those of the delimiter row', () => {
  expect(alignments('|:-|:-:|-:|---|')).toEqual(['left', 'center', 'right', null]);
});
