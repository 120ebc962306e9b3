import { describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import { attemptsFor, causeOf, isRetryable, retryDelayMs } from '@/src/core/llm/retry-policy';
import { newChatSettings } from '@/src/core/records/chat';
import type { ErrorCode } from '@/src/schema/values/error-code';

const settings = newChatSettings();
const failed = (code: ErrorCode, report: { retryAfterMs: number | null } | null = null) => ({ code, report });
/** The endpoint's report of a failure. */
const REPORT = { retryAfterMs: null };

describe('a failed request', () => {
  it.each([
    ['network', null, true],
    ['rate-limit', REPORT, true],
    ['server', REPORT, true],
    ['timeout', null, false],
    ['timeout', REPORT, true],
    ['timeout', { retryAfterMs: 5 }, true],
    ['auth', REPORT, false],
    ['model-not-found', REPORT, false],
    ['context-too-long', REPORT, false],
    ['protocol', REPORT, false],
    ['aborted', null, false],
    ['internal', null, false],
    ['permission-missing', null, false],
  ] as const)('with %s, %j: retryable %s', (code, report, may) => {
    expect(isRetryable(failed(code, report))).toBe(may);
    expect(
      retryDelayMs({ settings, attempt: 1, error: failed(code, report), random: 0, hasBegun: false }) !==
        null,
    ).toBe(may);
  });

  it.each([
    [1, 0, 1_000],
    [1, 0.5, 1_125],
    [1, 1, 1_250],
    [2, 0, 2_000],
    [2, 0.5, 2_250],
    [2, 0.3333, 2_167],
    [3, 0, null],
    [4, 0, null],
  ])('is retried after attempt %s, with random number %s, in %s ms', (attempt, random, delayMs) => {
    expect(retryDelayMs({ settings, attempt, error: failed('network'), random, hasBegun: false })).toBe(
      delayMs,
    );
  });

  it.each([
    ['network', null],
    ['answer-unclear', 1_000],
  ] as const)(
    'is retried after its first chunk only if its pieces contradict each other: %s',
    (code, delayMs) => {
      expect(retryDelayMs({ settings, attempt: 1, error: failed(code), random: 0, hasBegun: true })).toBe(
        delayMs,
      );
    },
  );

  it('is not retried if the stored settings lack the number of attempts', () => {
    const stored = { retryDelaySeconds: 1 } as typeof settings;
    expect(
      retryDelayMs({ settings: stored, attempt: 1, error: failed('network'), random: 0, hasBegun: false }),
    ).toBeNull();
  });

  it.each([
    ['one attempt', { requestAttempts: 1, retryDelaySeconds: 1 }, [null]],
    ['a longer wait', { requestAttempts: 4, retryDelaySeconds: 20 }, [20_000, 40_000, 80_000, null]],
    [
      'waits that would exceed an hour',
      { requestAttempts: 10, retryDelaySeconds: 60 },
      [60_000, 120_000, 240_000, 480_000, 960_000, 1_920_000, 3_600_000, 3_600_000, 3_600_000, null],
    ],
  ])('waits as set in the chat: %s', (_, chosen, delays) => {
    const waits = delays.map((_delay, index) =>
      retryDelayMs({
        settings: chosen,
        attempt: index + 1,
        error: failed('network'),
        random: 0,
        hasBegun: false,
      }),
    );
    expect(waits).toEqual(delays);
  });

  it.each([
    ['at once', 1, 0, 0, 0],
    ['at once, but not all together', 1, 0, 1, 250],
    ['later', 1, 7_000, 0, 7_000],
    ['later, but not all together', 2, 7_000, 1, 7_500],
    ['in a minute and a half', 1, 90_000, 1, 90_250],
    ['in an hour', 2, 3_600_000, 0, 3_600_000],
    ['in more than an hour', 1, 3_600_001, 0, null],
    ['tomorrow', 2, 86_400_000, 0, null],
  ])(
    'is retried after the wait that the endpoint requests: %s',
    (_, attempt, retryAfterMs, random, delayMs) => {
      const error = failed('rate-limit', { retryAfterMs });
      expect(retryDelayMs({ settings, attempt, error, random, hasBegun: false })).toBe(delayMs);
    },
  );
});

describe('a server that loads its model', () => {
  const loading = (retryAfterMs: number | null) => failed('model-loading', { retryAfterMs });
  const delayAfter = (attempt: number, chosen = settings) =>
    retryDelayMs({ settings: chosen, attempt, error: loading(null), random: 1, hasBegun: false });

  it('is asked every five seconds for five minutes, or when it says', () => {
    expect([1, 20, 59, 60].map((attempt) => delayAfter(attempt))).toEqual([5_000, 5_000, 5_000, null]);
    expect(retryDelayMs({ settings, attempt: 1, error: loading(20_000), random: 1, hasBegun: false })).toBe(
      20_000,
    );
    expect(attemptsFor(settings, 'model-loading')).toBe(60);
  });

  it('is asked once in a chat without retries', () => {
    expect(delayAfter(1, { ...settings, requestAttempts: 1 })).toBeNull();
  });
});

describe('the cause of a repeated failure', () => {
  const error = (code: ErrorCode, details: string) =>
    new StewardError(code, code, { remedy: 'Do it.', details, report: REPORT });
  const first = error('server', 'HTTP 500: The upstream broke');

  it.each([
    ['a cool-down', error('rate-limit', 'HTTP 429: cooling down'), 'server'],
    ['an unavailable gateway', error('rate-limit', 'HTTP 503: none available'), 'server'],
    ['another failure', error('network', 'ECONNRESET'), 'network'],
    ['a quota, which retries don’t use up', error('quota-used-up', 'HTTP 429: no credits'), 'quota-used-up'],
    ['the same again', error('server', 'HTTP 503: The upstream broke'), 'server'],
  ])('after %s', (_, last, code) => {
    expect(causeOf(null, first)).toBe(first);
    expect(causeOf(first, last).code).toBe(code);
  });

  it('keeps the details of both', () => {
    expect(causeOf(first, error('rate-limit', 'HTTP 429: cooling down')).details).toBe(
      'HTTP 500: The upstream broke; then HTTP 429: cooling down',
    );
  });
});
