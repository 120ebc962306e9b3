import type { TokenCounts, TokenTotals } from '@/src/schema/usage';

/** Adds up the token counts of requests. A null entry is a request with unknown counts. */
export function totalTokens(requests: readonly (TokenCounts | null)[]): TokenTotals {
  const totals: TokenTotals = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheCreationTokens: 0 };
  let unknownRequests = 0;
  for (const counts of requests) {
    if (counts === null) {
      unknownRequests += 1;
      continue;
    }
    totals.inputTokens += counts.promptTokens;
    totals.outputTokens += counts.completionTokens;
    totals.cacheReadTokens += counts.cacheReadInputTokens;
    totals.cacheCreationTokens += counts.cacheCreationInputTokens;
  }
  return unknownRequests === 0 ? totals : { ...totals, unknownRequests };
}
