import { charEnd } from '@/src/core/text/text-pieces';

/** Maximum length of a piece in UTF-16 units. A longer line is read in pieces. */
const MAX_PIECE_CHARS = 3_000;

/** Reads a growing text line by line. */
export interface LineReader {
  /**
   * Passes on each complete line with its line break, and each piece of a long line. Once `take` has returned false,
   * the rest is passed on as it comes, without a search for lines.
   */
  read(text: string, take: (piece: string) => boolean): void;
  /** The start of the line that isn't complete. */
  pending(): string;
  /** True for the first piece of a line that is too long for one piece, or may become so. */
  isLong(piece: string): boolean;
}

/** Creates a reader. A carriage return ends a line in Markdown, too; all line breaks are passed on as line feeds. */
export function createLineReader(): LineReader {
  let pending = '';
  let endsInReturn = false;
  let isByLine = true;
  return {
    read(text, take) {
      if (text === '') return;
      pending += withPlainLineBreaks(endsInReturn && text.startsWith('\n') ? text.slice(1) : text);
      endsInReturn = text.endsWith('\r');
      let start = 0;
      for (let end = pieceEnd(pending, 0); isByLine && end !== null; end = pieceEnd(pending, start)) {
        isByLine = take(pending.slice(start, end));
        start = end;
      }
      pending = pending.slice(start);
      if (isByLine) return;
      take(pending);
      pending = '';
    },
    pending: () => pending,
    // One unit shorter if it would end within a surrogate pair.
    isLong: (piece) => piece.length >= MAX_PIECE_CHARS - 1 && !piece.endsWith('\n'),
  };
}

/** Converts line breaks to line feeds. */
export function withPlainLineBreaks(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** The end of the first piece from `start` on; null if its line isn't complete. */
function pieceEnd(text: string, start: number): number | null {
  const window = text.slice(start, start + MAX_PIECE_CHARS);
  const lineLength = window.indexOf('\n') + 1;
  if (lineLength > 0) return start + lineLength;
  return text.length - start > MAX_PIECE_CHARS ? charEnd(text, start + MAX_PIECE_CHARS) : null;
}
