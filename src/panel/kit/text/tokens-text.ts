import { tokenCount } from '@/src/core/usage/cumulative-usage';
import type { TokenTotals } from '@/src/schema/usage';
import { i18n } from '@/src/texts/i18n';
import { formatNumber } from './format-number';

/** All four sums. If some requests have no counts, they are shown as lower bounds, or as unknown if all are missing. */
export function tokensText(totals: TokenTotals): string {
  // Missing means none.
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
