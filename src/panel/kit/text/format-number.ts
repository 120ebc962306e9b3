const numbers = new Intl.NumberFormat();

/** A number as the user's language writes it: `1,204`. */
export function formatNumber(amount: number): string {
  return numbers.format(amount);
}
