// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { tableTsv } from '@/src/panel/text/table-tsv';

function tableOf(...rows: string[][]): HTMLTableElement {
  const table = document.createElement('table');
  for (const cells of rows) {
    const row = table.insertRow();
    for (const html of cells) row.insertCell().innerHTML = html;
  }
  return table;
}

it('has a line per row and a tab per column, without markup', () => {
  expect(tableTsv(tableOf(['<b>model</b>', 'state'], ['<code>gpt</code> 4', 'a\tb\nc']))).toBe(
    'model\tstate\ngpt 4\ta b c\n',
  );
});

it('omits the open question of a link', () => {
  expect(
    tableTsv(tableOf(['the docs<span class="link-confirmation">https://a.b <button>Open</button></span>'])),
  ).toBe('the docs\n');
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
  const table = tableOf(['']);
  const [cell] = table.rows[0]?.cells ?? [];
  if (cell !== undefined) cell.textContent = text;
  expect(tableTsv(table)).toBe(`${copied}\n`);
});
