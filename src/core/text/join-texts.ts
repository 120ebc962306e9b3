/** Joins two texts with a line break; an empty or equal one is omitted. */
export function joinTexts(first: string, second: string): string {
  if (first === '' || first === second) return second;
  return second === '' ? first : `${first}\n${second}`;
}

/** Joins a list for use in a sentence: `a, b and c`. */
export function joinWithAnd(texts: readonly string[]): string {
  if (texts.length < 2) return texts.join('');
  return `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}
