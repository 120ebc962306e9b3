import { tokenCount } from '@/src/core/usage/cumulative-usage';
import type { TokenTotals } from '@/src/schema/usage';
import { i18n } from '@/src/texts/i18n';
import { formatNumber } from './format-number';

/**
 * The four token counts of some requests. If some requests have no counts, the sums are shown as lower bounds; if all
 * have none, as unknown.
 */
export function tokensText(totals: TokenTotals): string {
  // A missing number means that all requests have counts.
  const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens, unknownRequests = 0 } = totals;
  const sums = [
    i18n.t('text.tokens.input', inputTokens, [formatNumber(inputTokens)]),
    i18n.t('text.tokens.output', outputTokens, [formatNumber(outputTokens)]),
    i18n.t('text.tokens.cacheRead', cacheReadTokens, [formatNumber(cacheReadTokens)]),
    i18n.t('text.tokens.cacheWritten', cacheCreationTokens, [formatNumber(cacheCreationTokens)]),
  ].join(' · ');
  if (unknownRequests === 0) return sums;
  const requests: [string] = [formatNumber(unknownRequests)];
  return tokenCount(totals) > 0
    ? i18n.t('text.tokens.atLeast', unknownRequests, requests, { tokens: sums })
    : i18n.t('text.tokens.unknown', unknownRequests, requests);
}
