/**
 * Replaces the selection of a text with words, set apart from the text before and after them. `caret`: the position
 * after the words; `inserted`: the replacement of the selection.
 */
export function insertWords(
  text: string,
  selection: { start: number; end: number },
  words: string,
): { text: string; caret: number; inserted: string } {
  const before = text.slice(0, selection.start);
  const after = text.slice(selection.end);
  const spoken = words.trim();
  const isApart = before === '' || /\s$/.test(before);
  const inserted = `${isApart ? '' : ' '}${spoken}${/^[\p{L}\p{N}_]/u.test(after) ? ' ' : ''}`;
  return { text: before + inserted + after, caret: before.length + inserted.length, inserted };
}
