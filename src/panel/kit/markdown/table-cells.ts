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

/**
 * Remark plugin that keeps bars in code from ending a table's cell. It replaces each by a character that the text doesn't contain, and
 * restores them after parsing. Offsets stay the same.
 */
export function barsInCode(this: { parser?: unknown }): void {
  const parse = this.parser as (text: string, file: unknown) => object;
  this.parser = (text: string, file: unknown) => {
    let mark = '\ue000';
    while (text.includes(mark)) mark = String.fromCharCode(mark.charCodeAt(0) + 1);
    const tree = parse(
      text.replace(CODE, (code) => code.replaceAll('|', mark)),
      file,
    );
    return JSON.parse(JSON.stringify(tree).replaceAll(mark, '|'));
  };
}

/** The alignment of each column, from a table's delimiter row. */
export function alignments(delimiters: string): CellAlignment[] {
  return cellsOf(delimiters).map((cell) => {
    if (cell.endsWith(':')) return cell.startsWith(':') ? 'center' : 'right';
    return cell.startsWith(':') ? 'left' : null;
  });
}
