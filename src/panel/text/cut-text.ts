/** The beginning of a text, at most `maxChars` UTF-16 units and `maxLines` lines, cut after a line where there is one. */
export function cutText(text: string, maxChars: number, maxLines = Number.POSITIVE_INFINITY): string {
  let end = 0;
  for (let lines = 0; lines < maxLines; lines += 1) {
    const next = text.indexOf('\n', end);
    const lineEnd = next === -1 ? text.length : next + 1;
    if (lineEnd > maxChars) return text.slice(0, end === 0 ? charEnd(text, maxChars) : end);
    end = lineEnd;
    if (next === -1) return text;
  }
  return text.slice(0, end);
}

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
function charEnd(text: string, end: number): number {
  const code = text.charCodeAt(end - 1);
  const isFirstOfPair = end < text.length && code >= 0xd800 && code < 0xdc00;
  return isFirstOfPair && end > 1 ? end - 1 : end;
}
