/**
 * Splits a text into pieces of about `size` UTF-16 units, after line breaks where possible. Joined they give
 * the text.
 */
export function textPieces(text: string, size: number): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > size) {
    // Searches within the piece only: searching back through a text without line breaks would be quadratic.
    const lineLength = text.slice(start, start + size).lastIndexOf('\n') + 1;
    const end = lineLength > 0 ? start + lineLength : charEnd(text, start + size);
    pieces.push(text.slice(start, end));
    start = end;
  }
  if (start < text.length) pieces.push(text.slice(start));
  return pieces;
}

/** The last offset, up to `end`, that doesn't split a surrogate pair. */
export function charEnd(text: string, end: number): number {
  const code = text.charCodeAt(end - 1);
  const isFirstOfPair = end < text.length && code >= 0xd800 && code < 0xdc00;
  return isFirstOfPair && end > 1 ? end - 1 : end;
}
