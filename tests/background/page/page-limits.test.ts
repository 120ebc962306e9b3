import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withinLimit } from '@/src/background/page/page-limits';
import { StewardError } from '@/src/core/errors';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const slow = () => new StewardError('timeout', 'Too slow.', { remedy: 'Wait.' });
const after = (ms: number) => new Promise<string>((resolve) => setTimeout(() => resolve('answer'), ms));

/** Outcome and time of a wait of 1,000 ms with a grace of 300 ms; null: aborted at this moment. */
async function outcome(answerAfterMs: number, abortAfterMs: number | null) {
  const controller = new AbortController();
  const startedAtMs = Date.now();
  const work = withinLimit(
    after(answerAfterMs),
    { limitMs: 1_000, signal: controller.signal, graceMs: 300 },
    slow,
  );
  const ended = work.then(
    (value) => [value, Date.now() - startedAtMs],
    (error) => [error.message, Date.now() - startedAtMs],
  );
  if (abortAfterMs !== null) setTimeout(() => controller.abort(new Error('stopped')), abortAfterMs);
  await vi.advanceTimersByTimeAsync(5_000);
  return ended;
}

it.each<[string, number, number | null, unknown[]]>([
  ['an answer in time', 400, null, ['answer', 400]],
  ['no answer in time', 4_000, null, ['Too slow.', 1_000]],
  ['an abort without an answer', 4_000, 200, ['stopped', 500]],
  ['an answer within the grace after an abort', 400, 200, ['answer', 400]],
  ['an abort so late that the limit comes first', 4_000, 900, ['Too slow.', 1_000]],
])('a wait ends with %s', async (_, answerAfterMs, abortAfterMs, expected) => {
  expect(await outcome(answerAfterMs, abortAfterMs)).toEqual(expected);
});

it('a wait leaves no timer', async () => {
  await outcome(400, 200);
  expect(vi.getTimerCount()).toBe(0);
});
