const numbers = new Intl.NumberFormat();

/** A number with its noun, whose plural has an s: `1 message`, `1,204 messages`. */
export function count(amount: number, singular: string): string {
  return countOf(amount, singular, `${singular}s`);
}

/** The same with another plural: `2 entries`. */
export function countOf(amount: number, singular: string, plural: string): string {
  return `${numbers.format(amount)} ${amount === 1 ? singular : plural}`;
}
