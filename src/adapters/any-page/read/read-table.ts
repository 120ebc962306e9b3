import { PAGE_LIMITS, type PageTable } from '../any-page-context';
import { pageText } from './page-text';
import { isField, readField } from './read-field';
import { isUnread } from './visibility';

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
export function readTable(table: Element): Omit<PageTable, 'key'> {
  const rows = within(table, ROWS)
    .map((row) => within(row, CELLS).slice(0, PAGE_LIMITS.cells))
    .filter((cells) => cells.length > 0);
  const [first = []] = rows;
  const isHeaded = first.length > 0 && first.every((cell) => isOneOf(cell, HEADERS));
  const body = isHeaded ? rows.slice(1) : rows;
  return {
    columns: isHeaded ? first.map(cellText) : [],
    rows: body.slice(0, PAGE_LIMITS.rows).map((cells) => cells.map(cellText)),
    rowCount: body.length,
  };
}

/** The shown elements of these kinds inside of an element, but not inside of each other, or of a table in between. */
function within(element: Element, kinds: readonly string[]): Element[] {
  return Array.from(element.children).flatMap((child) => {
    if (isUnread(child)) return [];
    if (isOneOf(child, kinds)) return [child];
    return isTable(child) ? [] : within(child, kinds);
  });
}

/** A cell's text. An input in it counts by its value, e.g. `[on]` for a check box. */
function cellText(cell: Element): string {
  const parts: string[] = [];
  const collect = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) parts.push(node.nodeValue ?? '');
    if (node.nodeType !== Node.ELEMENT_NODE || isUnread(node as Element)) return;
    const element = node as Element;
    if (isField(element)) parts.push(fieldText(readField(element)?.value ?? null));
    else element.childNodes.forEach(collect);
    parts.push(' ');
  };
  cell.childNodes.forEach(collect);
  return pageText(parts.join(''));
}

function fieldText(value: string | boolean | null): string {
  if (value === null) return '[not read]';
  if (typeof value === 'string') return `[${value}]`;
  return value ? '[on]' : '[off]';
}
