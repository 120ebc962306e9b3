import { cellsOf } from './table-cells';

/** A table with more columns is shown as unformatted text. */
const MAX_COLUMNS = 40;

/** Marker of an open fence, such as three backticks. */
export type Fence = string;

const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const OUTER_ITEM = /^(?:[-*+]|\d{1,9}[.)])\s/;
const LIST_CONTINUES = /^(?:\s|[-*+](?:\s|$)|\d{1,9}[.)](?:\s|$))/;
const FENCE_OPENS = /^( {0,3})(`{3,}|~{3,})([^\n]*)/;
const INNER_FENCE_OPENS = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})([^\n]*)/;
const FENCE_CLOSES = /^[ \t]*(`{3,}|~{3,})[ \t]*\n?$/;
const QUOTE_OR_HTML = /^ {0,3}[<>]/;
const ENDS_TABLE = /^ {0,3}(?:>|#{1,6}(?:\s|$)|<|(?:[-*+]|\d{1,9}[.)])(?:\s|$)|`{3}|~{3})/;
const RULE = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}\n?$/;
const INDENTED = /^(?: {4}| {0,3}\t)/;
const DELIMITER_ROW = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\n?$/;

export function isBlank(line: string): boolean {
  return line.trim() === '';
}

export function isListItem(line: string): boolean {
  return LIST_ITEM.test(line);
}

/** True for a list item without indentation: a long list may be cut before it. */
export function isOuterItem(line: string): boolean {
  return OUTER_ITEM.test(line);
}

/** True if the line, after a blank one, belongs to the list above. */
export function continuesList(line: string): boolean {
  return LIST_CONTINUES.test(line);
}

/** True for the first line of a quote or of HTML, in which no table begins. */
export function isQuoteOrHtml(line: string): boolean {
  return QUOTE_OR_HTML.test(line);
}

/** The fence that the line opens at the top level; null if it opens none. */
export function openedFence(line: string, maxIndent: number): Fence | null {
  const [, indent = '', marker = '', info = ''] = FENCE_OPENS.exec(line) ?? [];
  return indent.length <= maxIndent ? validFence(marker, info) : null;
}

/** The fence that the line opens at any indentation, or after the marker of a list item; null if it opens none. */
export function openedInnerFence(line: string): Fence | null {
  const [, marker = '', info = ''] = INNER_FENCE_OPENS.exec(line) ?? [];
  return validFence(marker, info);
}

export function closesFence(fence: Fence, line: string): boolean {
  const [, marker = ''] = FENCE_CLOSES.exec(line) ?? [];
  return marker[0] === fence[0] && marker.length >= fence.length;
}

/** True if the two lines begin a table: a header, and a delimiter row with as many cells. */
export function beginsTable(header: string, delimiters: string): boolean {
  if (!delimiters.includes('|') || !DELIMITER_ROW.test(delimiters)) return false;
  const columns = cellsOf(header).length;
  return columns <= MAX_COLUMNS && columns === cellsOf(delimiters).length;
}

/** True if the line could be the header of a table. */
export function isHeader(line: string): boolean {
  return line.includes('|') && !INDENTED.test(line);
}

/** True if the line, below a table, is not another row. */
export function endsTable(line: string): boolean {
  return ENDS_TABLE.test(line) || RULE.test(line);
}

/** The marker if it opens a fence. Backticks with another backtick after them are inline code. */
function validFence(marker: string, info: string): Fence | null {
  return marker === '' || (marker[0] === '`' && info.includes('`')) ? null : marker;
}
