const numbers = new Intl.NumberFormat();
const ungrouped = new Intl.NumberFormat(undefined, { useGrouping: false });

/** A number as the user's language writes it: `1,204`. */
export function formatNumber(amount: number): string {
  return numbers.format(amount);
}

/**
 * A number as the user types it into a field: `1204`. Grouped digits could be read as a fraction, e.g. the German `1.204`.
 */
export function formatUngrouped(amount: number): string {
  return ungrouped.format(amount);
}
