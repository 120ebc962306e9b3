import { describe, expect, it } from 'vitest';
import { columnTracks } from '@/src/panel/markdown/column-widths';
import { alignments, cellsOf } from '@/src/panel/markdown/table-cells';

describe('the cells of', () => {
  it.each([
    ['a row with bars at both ends', '| a | b |\n', ['a', 'b']],
    ['a row without them', 'a | b', ['a', 'b']],
    ['a row with empty cells', '| | b ||', ['', 'b', '']],
    ['a row that ends in white space', '| a | b |  \n', ['a', 'b']],
    ['a row with a bar in a cell', '| a \\| b | `c \\| d` |', ['a | b', '`c | d`']],
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

describe('the tracks of columns', () => {
  it('depend on the longest cell and the longest word, within limits', () => {
    const rows = [
      ['a', 'two words', 'x'.repeat(90)],
      ['bcdef', '', ''],
    ];
    const widths = [...columnTracks(rows, 3).matchAll(/(\d+)ch/g)].map(([, chars]) => Number(chars));
    expect(widths).toEqual([5, 8, 5, 12, 16, 32]);
  });

  it('count wide characters twice, and no marks', () => {
    expect(columnTracks([['**模型模型**']], 1)).toContain('minmax(calc(8ch');
  });
});
