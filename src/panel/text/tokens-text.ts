import type { TokenTotals } from '@/src/core/records/message';
import { tokenCount } from '@/src/core/usage/cumulative-usage';
import { count } from './count';

/** All four sums. If some requests have no counts, they are shown as lower bounds, or as unknown if all are missing. */
export function tokensText(totals: TokenTotals): string {
  // Missing means none.
  const { unknownRequests = 0 } = totals;
  const sums = [
    count(totals.inputTokens, 'input token'),
    count(totals.outputTokens, 'output token'),
    `${count(totals.cacheReadTokens, 'token')} read from cache`,
    `${count(totals.cacheCreationTokens, 'token')} written to cache`,
  ].join(' · ');
  if (unknownRequests === 0) return sums;
  const known = tokenCount(totals) > 0 ? `at least ${sums}` : 'tokens unknown';
  return `${known} (${count(unknownRequests, 'request')} without a token count)`;
}
