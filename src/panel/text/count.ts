const numbers = new Intl.NumberFormat();

/** A number with its noun: `1 message`, `1,204 messages`. The plural is the singular with an s unless given. */
export function count(amount: number, singular: string, plural = `${singular}s`): string {
  return `${numbers.format(amount)} ${amount === 1 ? singular : plural}`;
}
