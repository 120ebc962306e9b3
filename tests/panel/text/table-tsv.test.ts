import { expect, it } from 'vitest';
import { tableTsv } from '@/src/panel/text/table-tsv';

it('has a line per row and a tab per column, without tabs and line breaks in cells', () => {
  expect(
    tableTsv([
      ['model', 'state'],
      [' gpt 4', 'a\tb\nc'],
    ]),
  ).toBe('model\tstate\ngpt 4\ta b c\n');
});

it.each([
  ['=HYPERLINK("http://a.b")', '\'=HYPERLINK("http://a.b")'],
  ['+1+cmd|x', "'+1+cmd|x"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' -2+3', "'-2+3"],
  ['＝1+2', "'＝1+2"],
  ['-2', '-2'],
  ['+3.5 %', "'+3.5 %"],
  ['-3.5%', '-3.5%'],
  ['*-preview*', '*-preview*'],
])('a cell with %s is copied as %s', (text, copied) => {
  expect(tableTsv([[text]])).toBe(`${copied}\n`);
});
