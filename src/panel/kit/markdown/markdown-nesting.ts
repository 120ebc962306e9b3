/** The quotes, list items and footnotes that a block of Markdown opens. */
export interface Nesting {
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
 * A marker and the white space before it. The parser drops a byte order mark at the start of a block. A quote marker
 * needs no space after it, a list item does.
 */
const MARKER = /([ \t\ufeff]*)(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)|\[\^(?:\\.|[^[\]\\\s])+\]:)/y;

/** Minimum indentation, in columns, of a line that continues a list item. */
const COLUMNS_PER_LEVEL = 2;
const TAB = '    ';

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
