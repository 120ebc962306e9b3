/**
 * A part of a Markdown text that is rendered on its own. `start`, `parts` and `end` joined are its source. Parts are
 * short, and only the last one changes while a block grows.
 */
export interface Block {
  /** `text`: any Markdown other than a table or a fenced code block at the top level. */
  kind: 'text' | 'table' | 'code';
  /** A table's header and delimiter row, or the line that opens a fence. Empty for text. */
  start: string;
  /** Groups of rows, groups of lines of code, or pieces of text. */
  parts: readonly string[];
  /** The line that closes a fence, and the blank lines after a table or code. Empty for text. */
  end: string;
}

/** The length of a block's source in UTF-16 units. Doesn't create the source. */
export function lengthOf({ start, parts, end }: Block): number {
  return parts.reduce((sum, part) => sum + part.length, start.length + end.length);
}
