import { describe, expect, it } from 'vitest';
import type { ModelPrices } from '@/src/core/llm/ai-service';
import { effectiveInputTokens, requestCost, usageCost } from '@/src/core/usage/usage-cost';
import type { TokenCounts, TokenUsageEntry } from '@/src/schema/usage';
import { COUNTS, used } from './usage-examples';

const counts = (changes: Partial<TokenCounts>): TokenCounts => ({
  promptTokens: 0,
  completionTokens: 0,
  cacheReadInputTokens: 0,
  cacheCreationInputTokens: 0,
  ...changes,
});
/** $3 and $15 per million tokens. */
const PRICES: ModelPrices = { input: 3e-6, output: 15e-6, cacheRead: null, cacheCreation: null };

describe('the effective input tokens', () => {
  it.each([
    ['prompt tokens in full', { promptTokens: 1_000 }, 1_000],
    ['tokens read from the cache at a discount of 90 %', { cacheReadInputTokens: 1_000 }, 100],
    ['tokens written to the cache at a surcharge of 25 %', { cacheCreationInputTokens: 1_000 }, 1_250],
    ['no output', { completionTokens: 1_000 }, 0],
  ])('count %s', (_, changes, tokens) => {
    expect(effectiveInputTokens(counts(changes))).toBe(tokens);
  });

  it('add up', () => {
    expect(effectiveInputTokens(COUNTS)).toBeCloseTo(1_000 + 3 + 5);
  });
});

describe('the cost of a request', () => {
  it.each<[string, Partial<TokenCounts>, Partial<ModelPrices>, number]>([
    ['has the price of input', { promptTokens: 1_000_000 }, {}, 3],
    ['has the price of output', { completionTokens: 1_000_000 }, {}, 15],
    ['has a tenth of the input price for cached tokens', { cacheReadInputTokens: 1_000_000 }, {}, 0.3],
    [
      'has 1.25 times the input price for tokens that are cached',
      { cacheCreationInputTokens: 1_000_000 },
      {},
      3.75,
    ],
    [
      'has the endpoint’s own price for cached tokens',
      { cacheReadInputTokens: 1_000_000 },
      { cacheRead: 1e-6 },
      1,
    ],
    [
      'has the endpoint’s own price for tokens that are cached',
      { cacheCreationInputTokens: 1_000_000 },
      { cacheCreation: 6e-6 },
      6,
    ],
    ['is zero for a free model', COUNTS, { input: 0, output: 0 }, 0],
  ])('%s', (_, changes, prices, dollars) => {
    expect(requestCost(counts(changes), { ...PRICES, ...prices })).toBeCloseTo(dollars);
  });
});

describe('the cost of requests', () => {
  const pricesOf = ({ model }: TokenUsageEntry) => (model === 'm' ? PRICES : null);
  const million = counts({ promptTokens: 1_000_000 });

  it.each([
    ['is unknown without requests', [], null],
    [
      'is their sum',
      [used(1, million), used(2, million)],
      { dollars: 6, unknownRequests: 0, isAbout: false },
    ],
    ['is unknown if no model has a price', [used(1, million, { model: 'x' })], null],
    ['is unknown if no request has counts', [used(1, null)], null],
    [
      'is a lower bound if a request has no counts or its model no price',
      [used(1, million), used(2, null), used(3, million, { model: 'x' })],
      { dollars: 3, unknownRequests: 2, isAbout: false },
    ],
  ])('%s', (_, entries, cost) => {
    expect(usageCost(entries, pricesOf)).toEqual(cost);
  });

  it.each<[string, Partial<TokenCounts>, Partial<ModelPrices>, boolean]>([
    ['an estimate if prices depend on the length of the prompt', {}, { isTiered: true }, true],
    ['an estimate if the price of tokens from the cache is unknown', { cacheReadInputTokens: 9 }, {}, true],
    [
      'an estimate if the price of tokens for the cache is unknown',
      { cacheCreationInputTokens: 9 },
      {},
      true,
    ],
    [
      'exact if those prices are known',
      { cacheReadInputTokens: 9, cacheCreationInputTokens: 9 },
      { cacheRead: 1e-6, cacheCreation: 1e-6 },
      false,
    ],
    ['exact without cached tokens', {}, {}, false],
    ['exact for a free model', { cacheReadInputTokens: 9 }, { input: 0 }, false],
  ])('is %s', (_, changes, prices, isAbout) => {
    const entries = [used(1, counts({ promptTokens: 9, ...changes })), used(2, million)];
    const priced = ({ position }: TokenUsageEntry) => (position === 1 ? { ...PRICES, ...prices } : PRICES);
    expect(usageCost(entries, priced)?.isAbout).toBe(isAbout);
  });

  it('is exact if the provider states it', () => {
    const entry = used(1, million, { raw: { cost: 2 } });
    expect(usageCost([entry], () => ({ ...PRICES, isTiered: true }))).toEqual({
      dollars: 2,
      unknownRequests: 0,
      isAbout: false,
    });
  });
});
