import { describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import { endpointDetails } from '@/src/core/llm/retry-after';
import { isRetryable, retryDelayMs, withStatedWait } from '@/src/core/llm/retry-policy';
import { newChatSettings } from '@/src/core/records/chat';
import type { ErrorCode } from '@/src/schema/values/error-code';

const settings = newChatSettings();
const failed = (code: ErrorCode, details: string | null = null) => ({ code, details });

describe('a failed request', () => {
  it.each([
    ['network', null, true],
    ['network', 'getaddrinfo ENOTFOUND', true],
    ['rate-limit', 'HTTP 429', true],
    ['server', 'HTTP 503: busy', true],
    ['server', 'inside the answer: overloaded', true],
    ['timeout', null, false],
    ['timeout', 'HTTP 408', true],
    ['timeout', 'HTTP 408; retry after 5 ms', true],
    ['timeout', 'inside the answer: upstream timeout', true],
    ['timeout', 'nothing like HTTP 408', false],
    ['timeout', 'HTTP 408s', false],
    ['auth', 'HTTP 401', false],
    ['model-not-found', 'HTTP 404', false],
    ['context-too-long', 'HTTP 413', false],
    ['protocol', 'HTTP 400', false],
    ['aborted', null, false],
    ['internal', null, false],
    ['permission-missing', null, false],
  ] as const)('with %s, %j: retryable %s', (code, details, may) => {
    expect(isRetryable(failed(code, details))).toBe(may);
    expect(retryDelayMs({ settings, attempt: 1, error: failed(code, details), random: 0 }) !== null).toBe(
      may,
    );
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
    expect(retryDelayMs({ settings, attempt, error: failed('network'), random })).toBe(delayMs);
  });

  it('is not retried if the stored settings lack the number of attempts', () => {
    const stored = { retryDelaySeconds: 1 } as typeof settings;
    expect(retryDelayMs({ settings: stored, attempt: 1, error: failed('network'), random: 0 })).toBeNull();
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
      retryDelayMs({ settings: chosen, attempt: index + 1, error: failed('network'), random: 0 }),
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
      const details = endpointDetails({ status: 429, retryAfterMs, words: 'Slow down' });

      expect(retryDelayMs({ settings, attempt, error: failed('rate-limit', details), random })).toBe(delayMs);
    },
  );

  it.each([
    ['HTTP 429; retry after 59999 ms', 'Busy.'],
    ['HTTP 429; retry after 90000 ms', 'Busy; it asks to wait 90 seconds.'],
    ['HTTP 503; retry after 3600000 ms: no', 'Busy; it asks to wait 60 minutes.'],
    [
      'HTTP 503; retry after 7200001 ms',
      'Busy; it asks to wait 2 hours 1 minute, longer than Steward waits by itself.',
    ],
    ['HTTP 429: retry after 90000 ms', 'Busy.'],
    [null, 'Busy.'],
  ])('that is not retried any more (%s) states the requested wait: %s', (details, message) => {
    const error = new StewardError('rate-limit', 'Busy.', { remedy: 'Wait.', details });
    expect(withStatedWait(error)).toMatchObject({ code: 'rate-limit', message, remedy: 'Wait.', details });
  });

  it('that is not retryable states no wait', () => {
    const details = 'HTTP 401; retry after 90000 ms';
    expect(withStatedWait(new StewardError('auth', 'No.', { remedy: 'Check.', details })).message).toBe(
      'No.',
    );
  });
});
