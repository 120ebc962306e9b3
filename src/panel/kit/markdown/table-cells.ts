/** The alignment of a column; null for the default. */
export type CellAlignment = 'left' | 'center' | 'right' | null;

/**
 * The sources of a row's cells, without white space around them. Bars at both ends of the row are optional, and a bar
 * after a backslash belongs to its cell.
 */
export function cellsOf(row: string): string[] {
  const line = row.trim();
  const cells: string[] = [];
  let cell = '';
  for (let index = line.startsWith('|') ? 1 : 0; index < line.length; index += 1) {
    const char = line[index] ?? '';
    const next = line[index + 1];
    if (char === '\\' && (next === '|' || next === '\\')) {
      cell += next === '|' ? '|' : '\\\\';
      index += 1;
    } else if (char === '|') {
      cells.push(cell.trim());
      cell = '';
    } else {
      cell += char;
    }
  }
  return cell.trim() === '' && line.endsWith('|') ? cells : [...cells, cell.trim()];
}

/** The alignment of each column, from a table's delimiter row. */
export function alignments(delimiters: string): CellAlignment[] {
  return cellsOf(delimiters).map((cell) => {
    if (cell.endsWith(':')) return cell.startsWith(':') ? 'center' : 'right';
    return cell.startsWith(':') ? 'left' : null;
  });
}
