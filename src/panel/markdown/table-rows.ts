import { endsTable, isBlank } from './block-lines';
import { cellText } from './cell-text';
import { type HastNode, shownText } from './shown-text';
import { cellsOf } from './table-cells';

/** A block's source: the part that is shown as Markdown, and the part after it, which is folded. */
export interface BlockSource {
  shown: string;
  folded: string;
}

/** A table element of hast. */
export interface TableNode extends HastNode {
  position?: { start: { line: number }; end: { line: number } } | undefined;
}

/** The sources of rows in a table's lines: those before the line that ends it. */
export function rowsIn(source: string): string[] {
  const lines = source.split('\n');
  const end = lines.findIndex((line) => isBlank(line) || endsTable(line));
  return end === -1 ? lines : lines.slice(0, end);
}

/** The texts of the cells of a table inside of another block, by row, with the rows that are in the folded part. */
export function innerTableRows(table: TableNode, { shown, folded }: BlockSource): string[][] {
  const rows = rowElements(table).map((row) =>
    (row.children ?? []).filter(({ tagName }) => tagName === 'th' || tagName === 'td').map(shownText),
  );
  const lines = shown.split('\n');
  // Empty unless the last row is cut.
  const cut = lines.pop() ?? '';
  const lastLine = cut === '' ? lines.length : lines.length + 1;
  const { position } = table;
  if (position === undefined || position.end.line !== lastLine) return rows;
  const container = CONTAINER.exec(lines[position.start.line] ?? '')?.[0] ?? '';
  const columns = rows[0]?.length ?? 0;
  const later = rowTexts(rowsIn(withoutContainer(cut + folded, container)), columns);
  return [...(cut === '' ? rows : rows.slice(0, -1)), ...later];
}

/** The texts that are shown for rows' sources: at least one for each column. */
export function rowTexts(rows: readonly string[], columns: number): string[][] {
  return rows.map((row) => {
    const texts = cellsOf(row).map(cellText);
    return [...texts, ...Array.from({ length: Math.max(0, columns - texts.length) }, () => '')];
  });
}

/** The part of a line before a row: the marks of quotes, and the indentation of a list item. */
const CONTAINER = /^[ \t>]*/;

/** The lines that are in the same container as the table, without its marks. */
function withoutContainer(source: string, container: string): string {
  const lines = source.split('\n');
  const end = lines.findIndex((line) => !isInside(CONTAINER.exec(line)?.[0] ?? '', container));
  return (end === -1 ? lines : lines.slice(0, end)).map((line) => line.replace(CONTAINER, '')).join('\n');
}

function isInside(prefix: string, container: string): boolean {
  const quotes = (marks: string) => marks.replace(/[^>]/g, '');
  const isIndented = prefix !== '' || container === '';
  return isIndented && quotes(prefix) === quotes(container);
}

function rowElements(node: HastNode): HastNode[] {
  return node.tagName === 'tr' ? [node] : (node.children ?? []).flatMap(rowElements);
}
