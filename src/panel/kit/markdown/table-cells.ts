/** The alignment of a column; null for the default. */
export type CellAlignment = 'left' | 'center' | 'right' | null;

const CODE = /(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)/g;

/** Code, an escaped bar or backslash, and a bar. Code is looked for first: bars in it belong to it. */
const PARTS = new RegExp(`${CODE.source}|\\\\[|\\\\]|\\|`, 'g');

/**
 * The sources of a row's cells, without white space around them. Bars at both ends of the row are optional. A bar in code or after a
 * backslash belongs to its cell.
 */
export function cellsOf(row: string): string[] {
  const line = row.trim();
  const cells: string[] = [];
  let cell = '';
  let at = line.startsWith('|') ? 1 : 0;
  for (const { 0: part, 1: ticks, index } of line.matchAll(PARTS)) {
    if (index < at) continue;
    cell += line.slice(at, index);
    at = index + part.length;
    if (part === '|') {
      cells.push(cell.trim());
      cell = '';
    } else {
      cell += ticks === undefined && part !== '\\|' ? part : part.replaceAll('\\|', '|');
    }
  }
  cell += line.slice(at);
  return cell.trim() === '' && line.endsWith('|') ? cells : [...cells, cell.trim()];
}

/** White space and marks before the rows of a table that is part of a list or quotation. */
const INDENT = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/;

const DELIMITERS = /^[|:\- \t]+$/;

/** The text with a backslash before each bar in code of a table: the parser would cut the code there. */
export function withEscapedBars(text: string): string {
  if (!text.includes('`') || !text.includes('|')) return text;
  const lines = text.split('\n');
  const rows = lines.map((line) => line.replace(INDENT, ''));
  let isInTable = false;
  return lines
    .map((line, index) => {
      const [row = '', next = ''] = rows.slice(index); // No next row after the last one.
      isInTable = isInTable ? row !== '' : next.includes('|') && next.includes('-') && DELIMITERS.test(next);
      return isInTable ? line.replace(CODE, (code) => code.replace(/(?<!\\)\|/g, '\\|')) : line;
    })
    .join('\n');
}

/** The alignment of each column, from a table's delimiter row. */
export function alignments(delimiters: string): CellAlignment[] {
  return cellsOf(delimiters).map((cell) => {
    if (cell.endsWith(':')) return cell.startsWith(':') ? 'center' : 'right';
    return cell.startsWith(':') ? 'left' : null;
  });
}
