import type { TokenCounts, TokenUsageEntry } from '@/src/schema/usage';
import { isJsonObject } from '@/src/schema/values/json';
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
  /** True if a part is an estimate, since a price depends on the prompt's length, or that of cached tokens is unknown. */
  isAbout: boolean;
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

/** Highest cost of one request that is accepted, in US dollars. */
const MAX_STATED_COST = 1_000;

/**
 * The cost of a request in US dollars as the provider states it in the usage: OpenRouter's `cost`, or Perplexity's `cost.total_cost`. Null
 * if it states none. With a provider's key of the user's own, OpenRouter's `cost` is only its fee.
 */
function statedCost(raw: TokenUsageEntry['raw']): number | null {
  if (!isJsonObject(raw)) return null;
  const { cost, is_byok: hasOwnKey, cost_details: details } = raw;
  const total = isJsonObject(cost) ? cost.total_cost : cost;
  const beside = hasOwnKey === true ? (isJsonObject(details) ? details.upstream_inference_cost : null) : 0;
  if (typeof total !== 'number' || typeof beside !== 'number') return null;
  const dollars = total + beside;
  return dollars >= 0 && dollars <= MAX_STATED_COST ? dollars : null;
}

/** True if {@link requestCost} assumes a price. */
function isEstimate(
  { cacheReadInputTokens, cacheCreationInputTokens }: TokenCounts,
  { input, cacheRead, cacheCreation, isTiered }: ModelPrices,
): boolean {
  if (isTiered === true) return true;
  const assumedTokens =
    (cacheRead === null ? cacheReadInputTokens : 0) + (cacheCreation === null ? cacheCreationInputTokens : 0);
  return input * assumedTokens > 0;
}

/** Cost of requests. Null if no request has a known cost, so that unknown is never shown as free. */
export function usageCost<Entry extends TokenUsageEntry>(
  entries: readonly Entry[],
  pricesOf: (entry: Entry) => ModelPrices | null,
): UsageCost | null {
  const costs = entries.map((entry) => {
    const { counts, raw } = entry;
    const stated = statedCost(raw);
    if (stated !== null) return { dollars: stated, isAbout: false };
    const prices = pricesOf(entry);
    return counts && prices && { dollars: requestCost(counts, prices), isAbout: isEstimate(counts, prices) };
  });
  const knownCosts = costs.filter((cost) => cost !== null);
  if (knownCosts.length === 0) return null;
  return {
    dollars: knownCosts.reduce((sum, { dollars }) => sum + dollars, 0),
    unknownRequests: costs.length - knownCosts.length,
    isAbout: knownCosts.some(({ isAbout }) => isAbout),
  };
}
