/** Joins two texts with a line break; an empty or equal one is omitted. */
export function joinTexts(first: string, second: string): string {
  if (first === '' || first === second) return second;
  return second === '' ? first : `${first}\n${second}`;
}
