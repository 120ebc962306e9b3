/**
 * A text that a spreadsheet would read as a formula. The texts of a table come from a model, so they can be hostile: a formula
 * can send the sheet's other cells to a server.
 */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]/;

/** A number, which a sign doesn't turn into a formula. */
const NUMBER = /^[+-]?[\d.,]+%?$/;

/** Parts of a cell that are controls, not text. */
const CONTROLS = '.link-confirmation';

/** The rows of a table as tab-separated values, with an apostrophe before what could be a formula. */
export function tableTsv(table: HTMLTableElement): string {
  return [...table.rows].map((row) => `${[...row.cells].map(cellText).join('\t')}\n`).join('');
}

function cellText(cell: HTMLTableCellElement): string {
  const copy = cell.cloneNode(true) as HTMLElement;
  for (const control of copy.querySelectorAll(CONTROLS)) control.remove();
  // A cell always has a text.
  const text = (copy.textContent ?? '').replace(/\s+/g, ' ').trim();
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
