import { describe, expect, it } from 'vitest';
import { contextLevel } from '@/src/core/usage/context-level';
import { calculateContextWindowTokens } from '@/src/core/usage/context-window';
import type { Message } from '@/src/schema/message';
import type { TokenUsageEntry } from '@/src/schema/usage';
import { accounted, answered, COUNTS, said, summarized, titled, used } from './usage-examples';

const NONE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheCreationTokens: 0 };
const LATER = {
  promptTokens: 50,
  completionTokens: 7,
  cacheReadInputTokens: 1_100,
  cacheCreationInputTokens: 3,
};
const SUMMARY = {
  promptTokens: 1_234,
  completionTokens: 77,
  cacheReadInputTokens: 0,
  cacheCreationInputTokens: 0,
};

/** A user's message and its answer, at positions 0 and 1. */
const ROUND = [said('user', 0), answered(1)];
const USED = [used(1, COUNTS)];

describe('the context window', () => {
  it.each<[string, readonly Message[], readonly TokenUsageEntry[], number | null]>([
    ['is empty before the first answer', [said('user', 0)], [], 0],
    ['is prompt, cache read, cache creation and completion of the latest request', ROUND, USED, 1_234],
    ['stays with a later user message', [...ROUND, said('user', 2)], USED, 1_234],
    ['follows the latest answer', [...ROUND, said('user', 2), answered(3)], [...USED, used(3, LATER)], 1_160],
    ['stays with the request for a title', [...ROUND, said('system-title', 2)], USED, 1_234],
    [
      'stays with a title',
      [...ROUND, said('system-title', 2), titled(3)],
      [...USED, used(3, LATER, { kind: 'title', runId: null })],
      1_234,
    ],
    ['stays with the request for a summary', [...ROUND, said('system-summary', 2)], USED, 1_234],
    [
      'is only the summary after one',
      [...ROUND, said('system-summary', 2), summarized(3, 'boundary')],
      [...USED, used(3, SUMMARY, { kind: 'summary', runId: null })],
      77,
    ],
    [
      'stays while the summary is a draft',
      [...ROUND, said('system-summary', 2), summarized(3, 'draft')],
      [...USED, used(3, SUMMARY, { kind: 'summary', runId: null })],
      1_234,
    ],
    [
      'is as before once the summary is removed',
      [...ROUND, said('system-summary', 2), summarized(3, 'removed')],
      [...USED, used(3, SUMMARY, { kind: 'summary', runId: null })],
      1_234,
    ],
    [
      'stays with a title after a summary',
      [...ROUND, summarized(2, 'boundary'), titled(3)],
      [...USED, used(2, SUMMARY, { kind: 'summary' }), used(3, LATER, { kind: 'title' })],
      77,
    ],
    [
      'counts all tokens again after the first answer behind a summary',
      [...ROUND, summarized(2, 'boundary'), said('user', 3), answered(4)],
      [...USED, used(2, SUMMARY, { kind: 'summary' }), used(4, LATER)],
      1_160,
    ],
    [
      'is that of the last answer kept by a rollback',
      [...ROUND, said('user', 2), answered(3, { discardedBy: 'rollback' }), accounted(4, NONE)],
      [...USED, used(3, LATER)],
      1_234,
    ],
    [
      'is empty after a rollback of every answer',
      [said('user', 0), answered(1, { discardedBy: 'rollback' }), accounted(2, NONE)],
      USED,
      0,
    ],
    [
      'stays with an answer that was cancelled or failed, which has usage and no message',
      [...ROUND, said('user', 2), accounted(3, NONE)],
      [...USED, used(3, LATER, { messageId: 'dropped' })],
      1_234,
    ],
    ['stays with an accounting row', [...ROUND, accounted(2, NONE)], USED, 1_234],
    [
      'stays with a plan, which Steward writes without a request',
      [...ROUND, answered(2, { plan: true })],
      USED,
      1_234,
    ],
    ['is unknown if the endpoint reported no counts', ROUND, [used(1, null)], null],
    [
      'is unknown after an answer without counts, whatever came before',
      [...ROUND, said('user', 2), answered(3)],
      [...USED, used(3, null)],
      null,
    ],
    ['is unknown without the entry of the answer', ROUND, [], null],
  ])('%s', (_, messages, history, tokens) => {
    expect(calculateContextWindowTokens(messages, history)).toBe(tokens);
  });
});

describe('the level of a context window', () => {
  it.each([
    [0, 1_000, 'normal'],
    [799, 1_000, 'normal'],
    [800, 1_000, 'notice'],
    [899, 1_000, 'notice'],
    [900, 1_000, 'warning'],
    [1_500, 1_000, 'warning'],
    [null, 1_000, null],
    [900, null, null],
  ])('of %s tokens in %s is %s', (used, size, level) => {
    expect(contextLevel(used, size)).toBe(level);
  });
});
