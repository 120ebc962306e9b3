/** Joins a list for use in a sentence: `a, b and c`. */
export function joinWithAnd(texts: readonly string[]): string {
  if (texts.length < 2) return texts.join('');
  return `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}
