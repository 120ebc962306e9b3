/** A text in pieces of about `size` UTF-16 units, cut after lines where it can be. Joined they give the text. */
export function textPieces(text: string, size: number): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > size) {
    // Within the piece only: a search back through a text without lines would make this quadratic.
    const lineLength = text.slice(start, start + size).lastIndexOf('\n') + 1;
    const end = lineLength > 0 ? start + lineLength : charEnd(text, start + size);
    pieces.push(text.slice(start, end));
    start = end;
  }
  if (start < text.length) pieces.push(text.slice(start));
  return pieces;
}

/** A cut never parts a pair of surrogates. */
export function charEnd(text: string, end: number): number {
  const code = text.charCodeAt(end - 1);
  const isFirstOfPair = end < text.length && code >= 0xd800 && code < 0xdc00;
  return isFirstOfPair && end > 1 ? end - 1 : end;
}
