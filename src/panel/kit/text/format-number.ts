import { tokenCount } from '@/src/core/usage/cumulative-usage';
import type { TokenTotals } from '@/src/schema/usage';
import { type SaidText, say } from '@/src/schema/values/said';
import { inLanguage } from '@/src/texts/intl';

const DOLLARS = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;

const cents = inLanguage((locales) => new Intl.NumberFormat(locales, DOLLARS));

const fractions = inLanguage(
  (locales) =>
    new Intl.NumberFormat(locales, { ...DOLLARS, minimumFractionDigits: 0, maximumSignificantDigits: 2 }),
);

const ungrouped = inLanguage((locales) => new Intl.NumberFormat(locales, { useGrouping: false }));

/**
 * A number as the user types it into a field: `1204`. Grouped digits could be read as a fraction, e.g. the German `1.204`.
 */
export function formatUngrouped(amount: number): string {
  return ungrouped().format(amount);
}

/** A size in bytes with its unit, rounded up: `740 B`, `12 kB`, `3.4 MB`. */
export function sizeOf(bytes: number): SaidText {
  if (bytes < 1_000) return say('data.size.bytes', { amount: bytes });
  if (bytes < 1_000_000) return say('data.size.kilobytes', { amount: Math.ceil(bytes / 1_000) });
  return say('data.size.megabytes', { amount: Math.ceil(bytes / 100_000) / 10 });
}

/** An amount of US dollars: `$12.30`, and below one dollar with two significant digits, `$0.0012`. */
export function formatDollars(dollars: number): string {
  return (dollars >= 1 ? cents() : fractions()).format(dollars);
}

/**
 * The four token counts of some requests. If some requests have no counts, the sums are shown as lower bounds; if all
 * have none, as unknown.
 */
export function tokensOf(totals: TokenTotals): SaidText {
  // Without `unknownRequests`, every request has counts.
  const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens, unknownRequests = 0 } = totals;
  const tokens = say('text.tokens.sums', {
    input: inputTokens,
    output: outputTokens,
    cacheRead: cacheReadTokens,
    cacheWritten: cacheCreationTokens,
  });
  if (unknownRequests === 0) return tokens;
  return tokenCount(totals) > 0
    ? say('text.tokens.atLeast', { count: unknownRequests, tokens })
    : say('text.tokens.unknown', { count: unknownRequests });
}
