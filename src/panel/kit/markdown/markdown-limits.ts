import { cutText } from '../text/cut-text';

/**
 * A marker and the white space before it. The parser drops a byte order mark at the start of a block. A quote marker
 * needs no space after it, a list item does.
 */
const MARKER = /([ \t\ufeff]*)(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)|\[\^(?:\\.|[^[\]\\\s])+\]:)/y;

/** Minimum indentation, in columns, of a line that continues a list item. */
const COLUMNS_PER_LEVEL = 2;

const TAB = '    ';

/** Limits within which the parser handles a block of Markdown quickly. */
export interface BlockLimits {
  /** UTF-16 units. */
  chars: number;
  lines: number;
  /** Quotes, list items and footnotes inside each other. */
  nesting: number;
  /** Markers of quotes, list items and footnotes. */
  markers: number;
  /** Characters with which emphasis, code, links, HTML, or references begin or end. */
  marks: number;
  /** Bars between the cells of a table, counted as lines times bars of the longest line. */
  cells: number;
}

/** UTF-16 units of one text that are shown as Markdown; the rest is folded. */
export const MAX_MARKDOWN_CHARS = 200_000;

/**
 * Weight of one text that is shown as Markdown; the rest is folded. Bounds the elements and the time to create them:
 * one for each mark, bar, line break, and start of an address; more for each block.
 */
export const MAX_MARKDOWN_WEIGHT = 24_000;

/** Weight of one block, for the parser's work apart from the text. */
export const BLOCK_WEIGHT = 6;

/** Characters of code that weigh as much as one mark. */
export const CODE_CHARS_PER_WEIGHT = 8;

/** Maximum size of a part of a block. */
export interface GroupLimits {
  /** UTF-16 units. */
  chars: number;
  lines: number;
}

/** Rows of a table that are added to the document in one step, and skipped as a whole out of view. */
export const TABLE_GROUP: GroupLimits = { chars: 12_000, lines: 64 };

/** Lines of code that are rendered again when a line is added to them. */
export const CODE_GROUP: GroupLimits = { chars: 3_000, lines: 40 };

/** Marks in one cell of a table; one with more is plain text. */
export const MAX_CELL_MARKS = 60;

/** A text up to this length is rendered as Markdown at once, a longer one in interruptible steps. */
export const MAX_MARKDOWN_AT_ONCE_CHARS = 2_000;

/** Limits of a finished block, which is parsed once. */
export const BLOCK_LIMITS: BlockLimits = {
  chars: 6_000,
  lines: 120,
  nesting: 16,
  markers: 400,
  marks: 800,
  cells: 400,
};

/** Limits of the growing text, which is parsed again with each addition. */
export const STREAMING_BLOCK_LIMITS: BlockLimits = {
  chars: 3_000,
  lines: 60,
  nesting: 16,
  markers: 150,
  marks: 400,
  cells: 300,
};

/** The start of a block, within the size limits; of a table with too many cells, its first rows. */
export function blockHead(block: string, { chars, lines, cells }: BlockLimits): string {
  const head = cutText(block, chars, lines);
  const bars = mostBars(head.split('\n'));
  const rows = bars === 0 ? lines : Math.floor(cells / bars);
  return rows >= lines || rows < MIN_ROWS ? head : cutText(head, chars, rows - 1);
}

/** A table so wide that fewer rows than this would fit is shown as plain text. */
const MIN_ROWS = 10;

/** True if parsing the block could take seconds or overflow the stack. Runs in linear time. */
export function isTooDense(block: string, limits: BlockLimits): boolean {
  if (marksIn(block) > limits.marks) return true;
  const lines = block.split('\n');
  if (mostBars(lines) * lines.length > limits.cells) return true;
  const { levels, markers } = nestingOf(block);
  return levels > limits.nesting || markers > limits.markers;
}

function mostBars(lines: readonly string[]): number {
  return Math.max(...lines.map((line) => countOf(BARS, line)));
}

/** Number of characters that begin or end emphasis, code, links, HTML, or references. */
export function marksIn(text: string): number {
  return countOf(MARKS, text);
}

const MARKS = /[[\]*_~`<&!\\]/g;
const BARS = /\|/g;

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

/** The quotes, list items and footnotes that a block of Markdown opens. */
interface Nesting {
  /** Maximum nesting depth. */
  levels: number;
  /** Markers on all lines together. */
  markers: number;
}

/** An upper bound of the block's nesting, computed in one pass. Lines of code count as well. */
export function nestingOf(block: string): Nesting {
  let levels = 0;
  let markers = 0;
  for (const line of block.split(/\r\n?|\n/)) {
    const inLine = nestingOfLine(line);
    levels = Math.max(levels, inLine.levels);
    markers += inLine.markers;
  }
  return { levels, markers };
}

/**
 * Upper bound of a line's nesting, which comes from markers earlier on the line, or from indentation below markers on
 * earlier lines.
 */
function nestingOfLine(line: string): Nesting {
  let markers = 0;
  let columns = 0;
  MARKER.lastIndex = 0;
  for (let match = MARKER.exec(line); match !== null; match = MARKER.exec(line)) {
    const blanks = match[1] ?? '';
    const indentation = blanks.replaceAll('\t', TAB).length;
    // The first space after a marker is part of it.
    columns += markers === 0 ? indentation : Math.max(0, indentation - 1);
    markers += 1;
  }
  return { levels: markers + Math.floor(columns / COLUMNS_PER_LEVEL), markers };
}
