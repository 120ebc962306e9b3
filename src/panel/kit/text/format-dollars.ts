const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const fractions = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 0,
  maximumSignificantDigits: 2,
});

/** An amount of US dollars: `$12.30`, and below one dollar with two significant digits, `$0.0012`. */
export function formatDollars(dollars: number): string {
  return dollars >= 1 ? cents.format(dollars) : fractions.format(dollars);
}
