import { PAGE_LIMITS, type PageTable } from '../any-page-context';
import { pageText } from './page-text';
import { isUnread } from './visibility';
import { textCollector, type Walker } from './walk';

const TABLES = ['TABLE', 'table', 'grid', 'treegrid'];
const ROWS = ['TR', 'row'];
const HEADERS = ['TH', 'columnheader'];
const CELLS = [...HEADERS, 'TD', 'cell', 'gridcell', 'rowheader'];

/** True if the element's name or role is one of these. Without selectors, since every element of a page is tested. */
function isOneOf(element: Element, kinds: readonly string[]): boolean {
  return kinds.includes(element.getAttribute('role') ?? element.tagName);
}

export function isTable(element: Element): boolean {
  return isOneOf(element, TABLES);
}

/** Reads a table without those inside of its cells. The first row is its header if it has header cells only. */
export function readTable(table: Element, walker: Walker, heading: string): Omit<PageTable, 'key'> {
  const rows = within(table, ROWS, 0)
    .map((row) => within(row, CELLS, 0).slice(0, PAGE_LIMITS.cells))
    .filter((cells) => cells.length > 0);
  const [first = []] = rows;
  const isHeaded = first.length > 0 && first.every((cell) => isOneOf(cell, HEADERS));
  // The first row may be a header without header cells, so it names the cells below in any case.
  const top = rowTexts(first, () => [heading], walker);
  const body = isHeaded ? rows.slice(1) : rows;
  return {
    columns: isHeaded ? top : [],
    rows: body
      .slice(0, PAGE_LIMITS.rows)
      .map((cells) =>
        cells === first ? top : rowTexts(cells, (index) => [heading, ...top.slice(index, index + 1)], walker),
      ),
    rowCount: body.length,
  };
}

/** The shown elements of these kinds inside of an element, but not inside of each other, or of a table in between. */
function within(element: Element, kinds: readonly string[], depth: number): Element[] {
  return Array.from(element.children).flatMap((child) => {
    if (isUnread(child)) return [];
    if (isOneOf(child, kinds)) return [child];
    return isTable(child) || depth > PAGE_LIMITS.depth ? [] : within(child, kinds, depth + 1);
  });
}

/** The texts of a row's cells. `names`: those of a cell's column; the cells before it are names, too. */
function rowTexts(cells: readonly Element[], names: (index: number) => string[], walker: Walker): string[] {
  const texts: string[] = [];
  for (const cell of cells) texts.push(cellText(cell, [...names(texts.length), ...texts], walker));
  return texts;
}

/** A cell's text. An input in it counts by its value, e.g. `[on]` for a check box. */
function cellText(cell: Element, names: readonly string[], walker: Walker): string {
  const parts: string[] = [];
  walker.walk(cell, {
    ...textCollector(parts),
    names: () => names,
    field: (field) => void parts.push(` ${fieldText(field?.value ?? null)} `),
  });
  return pageText(parts.join(''));
}

function fieldText(value: string | boolean | null): string {
  if (value === null) return '[not read]';
  if (typeof value === 'string') return `[${value}]`;
  return value ? '[on]' : '[off]';
}
