import type { TokenCounts, TokenUsageEntry } from '@/src/schema/usage';
import type { ModelPrices } from '../llm/ai-service';

/** Price of a cached token that is read, as a share of the input price, for endpoints that give none: a discount of 90 %. */
const CACHE_READ_SHARE = 0.1;
/** Price of a token that is written to the cache, as a share of the input price: a surcharge of 25 %. */
const CACHE_CREATION_SHARE = 1.25;

/** Money spent, in US dollars. */
export interface UsageCost {
  dollars: number;
  /** Requests whose cost is unknown, because the endpoint gave no counts or no price. If there are any, `dollars` is a lower bound. */
  unknownRequests: number;
}

/** Input tokens weighted by their price: the number of uncached tokens that would cost as much. */
export function effectiveInputTokens(counts: TokenCounts): number {
  return (
    counts.promptTokens +
    counts.cacheReadInputTokens * CACHE_READ_SHARE +
    counts.cacheCreationInputTokens * CACHE_CREATION_SHARE
  );
}

/** Cost of a request in US dollars. */
export function requestCost(counts: TokenCounts, prices: ModelPrices): number {
  const { input, output } = prices;
  return (
    counts.promptTokens * input +
    counts.completionTokens * output +
    counts.cacheReadInputTokens * (prices.cacheRead ?? input * CACHE_READ_SHARE) +
    counts.cacheCreationInputTokens * (prices.cacheCreation ?? input * CACHE_CREATION_SHARE)
  );
}

/** Cost of requests. Null if no request has a known cost, so that unknown is never shown as free. */
export function usageCost(
  entries: readonly TokenUsageEntry[],
  pricesOf: (entry: TokenUsageEntry) => ModelPrices | null,
): UsageCost | null {
  const costs = entries.map((entry) => {
    const prices = pricesOf(entry);
    const { counts } = entry;
    return counts === null || prices === null ? null : requestCost(counts, prices);
  });
  const knownCosts = costs.filter((cost) => cost !== null);
  if (knownCosts.length === 0) return null;
  return {
    dollars: knownCosts.reduce((sum, cost) => sum + cost, 0),
    unknownRequests: costs.length - knownCosts.length,
  };
}
