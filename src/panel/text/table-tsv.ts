/**
 * A text that a spreadsheet would read as a formula. The texts of a table come from a model, so they can be hostile: a formula
 * can send the sheet's other cells to a server.
 */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]/;

/** A number, which a sign doesn't turn into a formula. */
const NUMBER = /^[+-]?[\d.,]+%?$/;

/** The texts of a table's cells by row, as tab-separated values, with an apostrophe before what could be a formula. */
export function tableTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(cellText).join('\t')}\n`).join('');
}

function cellText(shown: string): string {
  const text = shown.replace(/\s+/g, ' ').trim();
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
