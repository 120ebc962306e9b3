import { expect, it } from 'vitest';
import { totalTokens } from '@/src/core/usage/cumulative-usage';
import type { TokenCounts, TokenTotals } from '@/src/schema/usage';

const counts = (promptTokens: number): TokenCounts => ({
  promptTokens,
  completionTokens: 1,
  cacheReadInputTokens: 2,
  cacheCreationInputTokens: 3,
});
const none = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheCreationTokens: 0 };

it.each<[string, (TokenCounts | null)[], TokenTotals]>([
  ['nothing without requests', [], none],
  [
    'the sum if all counts are known',
    [counts(10), counts(5)],
    { inputTokens: 15, outputTokens: 2, cacheReadTokens: 4, cacheCreationTokens: 6 },
  ],
  [
    'the sum of the known counts, and how many are unknown',
    [null, counts(10), null],
    { inputTokens: 10, outputTokens: 1, cacheReadTokens: 2, cacheCreationTokens: 3, unknownRequests: 2 },
  ],
  ['only how many are unknown if none is known', [null], { ...none, unknownRequests: 1 }],
])('totals are %s', (_, requests, totals) => {
  expect(totalTokens(requests)).toStrictEqual(totals);
});
