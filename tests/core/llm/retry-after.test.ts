import { describe, expect, it } from 'vitest';
import { retryAfterOfFields, retryAfterOfWords, waitRemedy } from '@/src/core/llm/retry-after';
import { english } from '@/src/core/text/english';

describe('the wait requested by an endpoint', () => {
  it.each([
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['parts of a second', { 'retry-after': '0.5' }, 500],
    ['zero', { 'retry-after': '0' }, 0],
    ['milliseconds, which are more exact', { 'retry-after-ms': '1250', 'retry-after': '2' }, 1_250],
    [
      'a date, counted from its own clock',
      { 'retry-after': 'Wed, 21 Oct 2015 07:28:30 GMT', date: 'Wed, 21 Oct 2015 07:28:00 GMT' },
      30_000,
    ],
    [
      'a date that has passed',
      { 'retry-after': 'Wed, 21 Oct 2015 07:27:00 GMT', date: 'Wed, 21 Oct 2015 07:28:00 GMT' },
      0,
    ],
    ['a date without a clock to count from', { 'retry-after': 'Wed, 21 Oct 2015 07:28:30 GMT' }, null],
    ['a very long time, which is read as a day', { 'retry-after': '1e300' }, 86_400_000],
    ['a part of a millisecond', { 'retry-after-ms': '0.6' }, 1],
    ['nothing', {}, null],
    ['nonsense', { 'retry-after': 'soon', 'retry-after-ms': '-1' }, null],
    ['a value that is not a number', { 'retry-after-ms': 'Infinity', 'retry-after': 'NaN' }, null],
    ['an empty header', { 'retry-after': '' }, null],
    ['seconds twice, by the proxy and by its provider', { 'retry-after': '3600, 3600' }, 3_600_000],
    ['two numbers of seconds, the longer of which counts', { 'retry-after': '1, 2' }, 2_000],
    ['milliseconds twice', { 'retry-after-ms': '1250, 900' }, 1_250],
    [
      'a date twice',
      {
        'retry-after': 'Wed, 21 Oct 2015 07:28:30 GMT, Wed, 21 Oct 2015 07:28:40 GMT',
        date: 'Wed, 21 Oct 2015 07:28:00 GMT',
      },
      40_000,
    ],
    [
      'seconds and a date, the longer of which counts',
      { 'retry-after': '7, Wed, 21 Oct 2015 07:28:30 GMT', date: 'Wed, 21 Oct 2015 07:28:00 GMT' },
      30_000,
    ],
    [
      'a date in the oldest format',
      { 'retry-after': 'Wed Oct 21 07:28:30 2015', date: 'Wed Oct 21 07:28:00 2015' },
      30_000,
    ],
    [
      'a negative number, which some parsers read as a date',
      { 'retry-after': '-5', date: 'Wed, 21 Oct 2015 07:28:00 GMT' },
      null,
    ],
    ['a negative number beside another', { 'retry-after': '-5, 7' }, 7_000],
    [
      'all units together, at most as a day',
      { 'retry-after': '1 day, 2 hours, 3 min and 4sec 5ms' },
      86_400_000,
    ],
    ['all units from hours to milliseconds', { 'retry-after': '2h3m4s5ms' }, 7_384_005],
    ['a unit that runs into further letters, as no wait', { 'retry-after': '1secs2' }, null],
    ['more pieces than there are units, as no wait', { 'retry-after': '1s'.repeat(6) }, null],
    ['repeated units before another sign, as no wait', { 'retry-after': `${'1sec'.repeat(40)}!` }, null],
    ['a list with 200,000 entries, as no wait', { 'retry-after': '1,'.repeat(200_000) }, null],
    ['a very long header name, as no wait', { [`${'ratelimit'.repeat(50_000)}-reset`]: '1' }, null],
  ])('is read from %s', (_, headers, expected) => {
    const given = new Headers(headers);
    const nowMs = Date.parse(given.get('date') ?? '');

    expect(retryAfterOfFields(given, nowMs, true)).toBe(expected);
  });

  it.each([
    ['only from texts and numbers', { retry_after: { toString: 1, valueOf: 1 }, reset_seconds: 3 }, 3_000],
    ['as no wait from other values', { retry_after: [7], reset_seconds: true }, null],
    [
      'from the shortest of 200,000 limits',
      Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`ratelimit-reset-${at}`, at + 1])),
      1_000,
    ],
  ])('is read from the members of a response body: %s', (_, members, expected) => {
    expect(retryAfterOfFields(Object.entries(members), 0, true)).toBe(expected);
  });

  it.each([
    ['1sec', 5_000],
    ['1sec and ', 5_000],
    ['1秒', 5_000],
    ['1 m', 300_000],
    ['wait 1s', 1_000],
    ['wait ', null],
    ['1.', null],
    ['1', null],
  ])('is read from at most five pieces if a message repeats %j: %s ms', (piece, expected) => {
    expect(retryAfterOfWords(`Wait: ${piece.repeat(2_000 / piece.length)}é`)).toBe(expected);
  });
});

it.each([
  [60_000, '60 seconds'],
  [90_000, '90 seconds'],
  [119_001, '2 minutes'],
  [120_000, '2 minutes'],
  [120_001, '3 minutes'],
  [3_600_000, '60 minutes'],
  [7_140_000, '119 minutes'],
  [7_140_001, '2 hours'],
  [7_260_000, '2 hours 1 minute'],
  [9_000_000, '2 hours 30 minutes'],
  [86_399_999, 'a day or more'],
  [86_400_000, 'a day or more'],
])('a wait of %i ms is stated as %s', (waitMs, words) => {
  expect(english(waitRemedy(waitMs))).toBe(
    `The endpoint asks to wait ${words}. Try again then, or choose another model.`,
  );
});
