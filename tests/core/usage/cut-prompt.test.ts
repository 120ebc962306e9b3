import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutPrompt } from '@/src/core/usage/cut-prompt';
import type { TokenUsageEntry } from '@/src/schema/usage';
import { used } from './usage-examples';

/** A request: the tokens that were sent, those that the endpoint reported as read, and what else its row has. */
type Request = [sent: number | null, read: number | null, more?: Partial<TokenUsageEntry>];

function entry([sentTokens, read, more]: Request, index: number): TokenUsageEntry {
  const rest = { completionTokens: 9, cacheReadInputTokens: 0, cacheCreationInputTokens: 0 };
  const counts = read === null ? null : { promptTokens: read, ...rest };
  return used(index, counts, { ...(sentTokens === null ? {} : { sentTokens }), ...more });
}

const cutOf = (...requests: Request[]) => cutPrompt(requests.map(entry));

describe('a prompt that the endpoint cut', () => {
  it.each<[string, Request[], readTokens: number, sentTokens: number]>([
    [
      'with the same count for two that exceed the window a little',
      [
        [4_700, 4_096],
        [4_900, 4_096],
      ],
      4_096,
      4_900,
    ],
    [
      'with the same count for two requests',
      [
        [3_650, 1_024],
        [3_700, 1_024],
      ],
      1_024,
      3_700,
    ],
    [
      'once the conversation has outgrown the window',
      [
        [3_000, 2_900],
        [5_600, 4_096],
        [5_900, 4_096],
      ],
      4_096,
      5_900,
    ],
    [
      'where whole messages are dropped',
      [
        [6_000, 3_400],
        [6_800, 3_600],
        [7_900, 3_300],
      ],
      3_600,
      7_900,
    ],
    [
      'beside another chat whose requests fit',
      [
        [3_650, 1_024],
        [900, 800, { chatId: 'd' }],
        [3_700, 1_024],
      ],
      1_024,
      3_700,
    ],
    [
      'known from another chat',
      [
        [3_650, 1_024],
        [3_700, 1_024],
        [3_600, 1_024, { chatId: 'd' }],
      ],
      1_024,
      3_700,
    ],
    [
      'with cached tokens counted beside the rest',
      [
        [
          9_000,
          48,
          {
            counts: {
              promptTokens: 48,
              completionTokens: 9,
              cacheReadInputTokens: 2_000,
              cacheCreationInputTokens: 0,
            },
          },
        ],
        [
          9_300,
          48,
          {
            counts: {
              promptTokens: 148,
              completionTokens: 9,
              cacheReadInputTokens: 1_900,
              cacheCreationInputTokens: 0,
            },
          },
        ],
      ],
      2_048,
      9_300,
    ],
  ])('is noticed %s', (_, requests, readTokens, sentTokens) => {
    expect(cutOf(...requests)).toEqual({ readTokens, sentTokens });
  });

  const cached = {
    promptTokens: 12,
    completionTokens: 9,
    cacheReadInputTokens: 6_000,
    cacheCreationInputTokens: 300,
  };
  it.each<[string, ...Request[]]>([
    ['without requests'],
    ['after one request', [3_650, 1_024]],
    ['after the same request twice, such as a retry', [3_650, 1_024], [3_650, 1_024]],
    ['of two chats with one request each', [3_650, 1_024], [3_700, 1_024, { chatId: 'd' }]],
    ['without counts', [3_650, null], [3_700, null]],
    ['of rows without an estimate', [null, 1_024], [null, 1_024]],
    ['by a server that reports zero', [3_650, 0], [3_700, 0]],
    ['by a server that always reports the same small number', [3_650, 10], [3_700, 10], [4_000, 10]],
    ['by a server that always reports a huge number', [3_650, 9_000_000], [3_700, 9_000_000]],
    ['by a tokenizer that counts a third less', [6_000, 4_400], [6_600, 4_600]],
    ['by one that counts half, and more with each message', [8_000, 4_000], [9_000, 4_450], [9_600, 4_700]],
    ['if cached tokens are reported apart', [6_400, 12, { counts: cached }], [6_600, 12, { counts: cached }]],
    ['if only uncached tokens are reported', [6_400, 6_100], [6_700, 1_200], [8_000, 1_210], [9_300, 1_190]],
    [
      'if the cache was filled by another chat',
      [6_400, 6_100, { chatId: 'd' }],
      [6_500, 1_500],
      [7_000, 1_450],
    ],
    ['if only uncached tokens are reported, a few each time', [6_400, 320], [6_700, 330], [7_000, 310]],
    ['by copied rows', [3_650, 1_024, { isCopied: true }], [3_700, 1_024, { isCopied: true }]],
  ])('is not assumed %s', (_, ...requests) => {
    expect(cutOf(...requests)).toBeNull();
  });

  it('is forgotten once a longer one was read whole', () => {
    expect(cutOf([3_650, 1_024], [3_700, 1_024], [3_800, 3_700])).toBeNull();
  });

  const growing = fc.array(fc.integer({ min: 20, max: 5_000 }), { minLength: 2, maxLength: 12 });
  const sums = (steps: readonly number[]) =>
    steps.map((_, at) => 3_000 + steps.slice(0, at + 1).reduce((a, b) => a + b, 0));

  it('is not assumed of a server that reads everything, whatever its tokenizer', () => {
    fc.assert(
      fc.property(growing, fc.double({ min: 0.3, max: 3, noNaN: true }), (steps, rate) => {
        expect(cutOf(...sums(steps).map((sent): Request => [sent, Math.round(sent * rate)]))).toBeNull();
      }),
    );
  });

  it('is noticed at any window that two requests of a chat exceed clearly, and not before', () => {
    fc.assert(
      fc.property(growing, fc.integer({ min: 1_000, max: 30_000 }), (steps, size) => {
        const sent = sums(steps);
        const found = cutOf(...sent.map((one): Request => [one, Math.min(one, size)]));
        const clearly = sent.filter((one) => one * 0.95 > size);
        expect(found?.readTokens ?? null).toBe(clearly.length < 2 ? null : size);
      }),
    );
  });
});
