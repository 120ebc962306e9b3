import type { Block } from './block';
import {
  beginsTable,
  closesFence,
  continuesList,
  endsTable,
  type Fence,
  isBlank,
  isHeader,
  isListItem,
  isOuterItem,
  isQuoteOrHtml,
  openedFence,
  openedInnerFence,
} from './block-lines';
import { CODE_GROUP, type GroupLimits, STREAMING_BLOCK_LIMITS, TABLE_GROUP } from './markdown-limits';

/**
 * The last block of a text, which can still grow, with the facts that decide how the next line continues it. Immutable.
 */
export interface OpenBlock {
  kind: Block['kind'];
  start: string;
  /** Complete parts; `last` is the part that grows. */
  done: readonly string[];
  last: string;
  lastLines: number;
  end: string;
  /** The fence of a code block, or the one that is open in a list. */
  fence: Fence | null;
  /**
   * For text: its number of lines; true for a list; true if no table can begin in it; true if its last line is blank.
   */
  lines: number;
  isList: boolean;
  isClosedToTables: boolean;
  wasBlank: boolean;
  /** The last line of a text, if it could be the header of a table. */
  header: string | null;
}

/** Result of an addition: the blocks that are complete now, and the open one. */
export interface GrownBlock {
  closed: readonly Block[];
  open: OpenBlock;
}

/** Lines after which a list is cut before its next item. */
const MAX_LIST_LINES = 40;

/** A fence that is indented further belongs to the list above it. */
const MAX_FENCE_INDENT = 3;
const MAX_FENCE_INDENT_AFTER_LIST = 1;

export function blockOf({ kind, start, done, last, end }: OpenBlock): Block {
  return { kind, start, parts: last === '' ? done : [...done, last], end };
}

/** Adds a line, with its line break, or the start of a line that is too long (`isLong`). */
export function addLine(open: OpenBlock | null, line: string, isLong: boolean): GrownBlock {
  if (open === null) return { closed: [], open: begun(line) };
  switch (open.kind) {
    case 'code':
      return addToCode(open, line);
    case 'table':
      return addToTable(open, line, isLong);
    case 'text':
      return addToText(open, line);
  }
}

/** Adds more of a line that is too long; such a line can't become the header of a table. */
export function addToLine(open: OpenBlock, piece: string): OpenBlock {
  return withPiece(
    { ...open, header: null },
    piece,
    open.kind === 'code' ? CODE_GROUP : STREAMING_BLOCK_LIMITS,
  );
}

function begun(line: string): OpenBlock {
  const base = { done: [], end: '', lines: 1, isList: false, isClosedToTables: false, wasBlank: false };
  const fence = openedFence(line, MAX_FENCE_INDENT);
  if (fence !== null) {
    return { ...base, kind: 'code', start: line, last: '', lastLines: 0, fence, header: null };
  }
  return {
    ...base,
    kind: 'text',
    start: '',
    last: line,
    lastLines: 1,
    fence: openedInnerFence(line),
    isList: isListItem(line),
    isClosedToTables: isQuoteOrHtml(line) || isListItem(line),
    wasBlank: isBlank(line),
    header: !isQuoteOrHtml(line) && !isListItem(line) && isHeader(line) ? line : null,
  };
}

function addToCode(open: OpenBlock, line: string): GrownBlock {
  if (open.end !== '') return addAfterEnd(open, line);
  if (open.fence !== null && closesFence(open.fence, line)) return only({ ...open, end: line });
  return only(withPiece(open, line, CODE_GROUP));
}

function addToTable(open: OpenBlock, line: string, isLong: boolean): GrownBlock {
  if (open.end !== '') return addAfterEnd(open, line);
  if (isBlank(line)) return only({ ...open, end: line });
  return isLong || endsTable(line) ? parted(open, line) : only(withPiece(open, line, TABLE_GROUP));
}

function addAfterEnd(open: OpenBlock, line: string): GrownBlock {
  return isBlank(line) ? only({ ...open, end: open.end + line }) : parted(open, line);
}

function addToText(open: OpenBlock, line: string): GrownBlock {
  if (open.fence !== null) {
    const fence = closesFence(open.fence, line) ? null : open.fence;
    return only(withLine({ ...open, fence, header: null, wasBlank: isBlank(line) }, line));
  }
  if (isBlank(line)) return only(withLine({ ...open, wasBlank: true, header: null }, line));
  const isParted = open.wasBlank && !(open.isList && continuesList(line));
  const isNextPart = open.isList && open.lines >= MAX_LIST_LINES && isOuterItem(line);
  const maxIndent = open.isList ? MAX_FENCE_INDENT_AFTER_LIST : MAX_FENCE_INDENT;
  if (isParted || isNextPart || openedFence(line, maxIndent) !== null) return parted(open, line);
  if (open.header !== null && beginsTable(open.header, line)) return tableBegun(open, open.header, line);
  const header = !open.isClosedToTables && isHeader(line) ? line : null;
  const fence = open.isList ? openedInnerFence(line) : null;
  return only(withLine({ ...open, fence, header, wasBlank: false }, line));
}

/** Ends the text before the header, and begins a table. */
function tableBegun(open: OpenBlock, header: string, delimiters: string): GrownBlock {
  const before = open.last.slice(0, open.last.length - header.length);
  const { parts } = blockOf({ ...open, last: before });
  const text: Block[] = parts.length === 0 ? [] : [{ kind: 'text', start: '', parts, end: '' }];
  const table = {
    ...begun(''),
    kind: 'table' as const,
    start: header + delimiters,
    lastLines: 0,
    header: null,
  };
  return { closed: text, open: table };
}

function parted(open: OpenBlock, line: string): GrownBlock {
  return { closed: [blockOf(open)], open: begun(line) };
}

function only(open: OpenBlock): GrownBlock {
  return { closed: [], open };
}

function withLine(open: OpenBlock, line: string): OpenBlock {
  return withPiece({ ...open, lines: open.lines + 1 }, line, STREAMING_BLOCK_LIMITS);
}

/** Adds to the last part, or, if that would exceed the limits, begins another one. */
function withPiece(open: OpenBlock, piece: string, { chars, lines }: GroupLimits): OpenBlock {
  const fits = open.lastLines < lines && open.last.length + piece.length <= chars;
  return open.last === '' || fits
    ? { ...open, last: open.last + piece, lastLines: open.lastLines + 1 }
    : { ...open, done: [...open.done, open.last], last: piece, lastLines: 1 };
}
