import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getCumulativeTokenUsage, tokenCount, totalTokens } from '@/src/core/usage/cumulative-usage';
import type { Message } from '@/src/schema/message';
import type { TokenTotals, TokenUsageEntry } from '@/src/schema/usage';
import { accounted, answered, COUNTS, said, titled, used } from './usage-examples';

/** The totals of the accounting row of a long chat. */
const SAMPLE = {
  inputTokens: 12_500,
  outputTokens: 8_300,
  cacheReadTokens: 5_000,
  cacheCreationTokens: 1_200,
};
const SAMPLE_AND_COUNTS = {
  inputTokens: 13_500,
  outputTokens: 8_500,
  cacheReadTokens: 5_030,
  cacheCreationTokens: 1_204,
};
const NONE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheCreationTokens: 0 };

describe('the cumulative usage', () => {
  it.each<[string, readonly Message[], readonly TokenUsageEntry[], TokenTotals]>([
    ['is that of the accounting row if nothing follows', [accounted(5, SAMPLE)], [used(1, COUNTS)], SAMPLE],
    [
      'is that of the accounting row and the later requests',
      [answered(1), accounted(5, SAMPLE), said('user', 6), answered(7)],
      [used(1, COUNTS), used(7, COUNTS)],
      SAMPLE_AND_COUNTS,
    ],
    [
      'starts from the last of several accounting rows',
      [accounted(2, NONE), answered(3), accounted(5, SAMPLE), answered(7)],
      [used(1, COUNTS), used(3, COUNTS), used(7, COUNTS)],
      SAMPLE_AND_COUNTS,
    ],
    [
      'includes a title that was generated after the accounting row',
      [accounted(5, SAMPLE), titled(6)],
      [used(6, COUNTS, { kind: 'title', runId: null })],
      SAMPLE_AND_COUNTS,
    ],
    [
      'does not count a title again that was generated before it',
      [titled(4), accounted(5, SAMPLE)],
      [used(4, COUNTS, { kind: 'title', runId: null })],
      SAMPLE,
    ],
    [
      'does not count a cancelled answer again, whose usage has the position of the accounting row',
      [said('user', 4), accounted(5, SAMPLE)],
      [used(5, COUNTS, { messageId: 'dropped' })],
      SAMPLE,
    ],
    [
      'includes an answer that failed after the accounting row',
      [accounted(5, SAMPLE), said('user', 6)],
      [used(7, COUNTS, { messageId: 'dropped' })],
      SAMPLE_AND_COUNTS,
    ],
    [
      'includes an answer that was set aside later',
      [accounted(5, SAMPLE), answered(7, { discardedBy: 'edit' })],
      [used(7, COUNTS)],
      SAMPLE_AND_COUNTS,
    ],
    [
      'says how many requests have unknown counts, before and after the accounting row',
      [accounted(5, { ...SAMPLE, unknownRequests: 2 }), answered(7), answered(9)],
      [used(1, null), used(7, COUNTS), used(9, null)],
      { ...SAMPLE_AND_COUNTS, unknownRequests: 3 },
    ],
  ])('%s', (_, messages, history, totals) => {
    expect(getCumulativeTokenUsage(messages, history)).toStrictEqual(totals);
  });

  it('is the sum of all requests, wherever accounting rows stand', () => {
    const event = fc.oneof(
      fc.record({ kind: fc.constant('usage' as const), tokens: fc.option(fc.nat(1_000)) }),
      fc.constant({ kind: 'message' as const }),
      fc.constant({ kind: 'accounting' as const }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const messages: Message[] = [];
        const history: TokenUsageEntry[] = [];
        for (const one of events) {
          const position = messages.length;
          if (one.kind === 'message') messages.push(said('user', position));
          if (one.kind === 'accounting') {
            messages.push(accounted(position, getCumulativeTokenUsage(messages, history)));
          }
          // As the journal does: at the next position, whether a message follows or not.
          if (one.kind === 'usage') {
            const counts = one.tokens === null ? null : { ...COUNTS, promptTokens: one.tokens };
            history.push(used(position, counts, { id: `${history.length}` }));
          }
        }
        const all = totalTokens(history.map(({ counts }) => counts));
        expect(getCumulativeTokenUsage(messages, history)).toEqual(all);
      }),
    );
  });
});

it('adds the four kinds of tokens up', () => {
  expect(tokenCount(SAMPLE)).toBe(27_000);
});
