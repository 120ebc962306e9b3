import type { Message } from '@/src/schema/message';
import type { TokenCounts, TokenTotals, TokenUsageEntry } from '@/src/schema/usage';

type StoredUsage = Pick<TokenUsageEntry, 'position' | 'counts' | 'isCopied'>;

/**
 * All tokens that a chat has used: the totals of its last accounting row, and the usage stored after that row. An answer that was
 * dropped, set aside or belongs to no run counts like any other, since it was paid for.
 *
 * @param messages the chat's messages in order, at least the last accounting row
 * @param tokenUsageHistory the chat's entries, at least those after that row
 */
export function getCumulativeTokenUsage(
  messages: readonly Message[],
  tokenUsageHistory: readonly StoredUsage[],
): TokenTotals {
  const start = messages.findLast((message) => message.role === 'accounting');
  const notCopied = tokenUsageHistory.filter(({ isCopied }) => isCopied !== true);
  if (start === undefined) return totalTokens(notCopied.map(({ counts }) => counts));
  const later = notCopied.filter(({ position }) => position > start.position);
  return addTotals(start.cumulativeTokens, totalTokens(later.map(({ counts }) => counts)));
}

/** The sum of all four kinds of tokens. If `totals` is a lower bound, so is the sum. */
export function tokenCount(totals: TokenTotals): number {
  return totals.inputTokens + totals.outputTokens + totals.cacheReadTokens + totals.cacheCreationTokens;
}

function addTotals(a: TokenTotals, b: TokenTotals): TokenTotals {
  // A missing count means 0.
  const unknownRequests = (a.unknownRequests ?? 0) + (b.unknownRequests ?? 0);
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheCreationTokens: a.cacheCreationTokens + b.cacheCreationTokens,
    ...(unknownRequests === 0 ? {} : { unknownRequests }),
  };
}

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
