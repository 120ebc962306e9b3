import { tokenCount } from '@/src/core/usage/cumulative-usage';
import type { TokenTotals } from '@/src/schema/usage';
import { i18n } from '@/src/texts/i18n';

const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

const fractions = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 0,
  maximumSignificantDigits: 2,
});

const ungrouped = new Intl.NumberFormat(undefined, { useGrouping: false });

/**
 * A number as the user types it into a field: `1204`. Grouped digits could be read as a fraction, e.g. the German `1.204`.
 */
export function formatUngrouped(amount: number): string {
  return ungrouped.format(amount);
}

/** A size in bytes with its unit, rounded up: `740 B`, `12 kB`, `3.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return i18n.t('data.size.bytes', { amount: bytes });
  if (bytes < 1_000_000) return i18n.t('data.size.kilobytes', { amount: Math.ceil(bytes / 1_000) });
  return i18n.t('data.size.megabytes', { amount: (Math.ceil(bytes / 100_000) / 10).toFixed(1) });
}

/** An amount of US dollars: `$12.30`, and below one dollar with two significant digits, `$0.0012`. */
export function formatDollars(dollars: number): string {
  return dollars >= 1 ? cents.format(dollars) : fractions.format(dollars);
}

/**
 * The four token counts of some requests. If some requests have no counts, the sums are shown as lower bounds; if all
 * have none, as unknown.
 */
export function tokensText(totals: TokenTotals): string {
  // A missing number means that all requests have counts.
  const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens, unknownRequests = 0 } = totals;
  const sums = [
    i18n.t('text.tokens.input', { count: inputTokens }),
    i18n.t('text.tokens.output', { count: outputTokens }),
    i18n.t('text.tokens.cacheRead', { count: cacheReadTokens }),
    i18n.t('text.tokens.cacheWritten', { count: cacheCreationTokens }),
  ].join(' · ');
  if (unknownRequests === 0) return sums;
  return tokenCount(totals) > 0
    ? i18n.t('text.tokens.atLeast', { count: unknownRequests, tokens: sums })
    : i18n.t('text.tokens.unknown', { count: unknownRequests });
}
