import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSteadyClock, sleep } from '@/src/background/clock';

describe('the clock of a worker', () => {
  it.each([
    ['set back by an hour', -3_600_000, 0],
    ['set forward by an hour', 3_600_000, 3_600_000],
  ])('after the wall clock was %s, time goes on from %i ms later', (_, shiftMs, followedMs) => {
    let wallMs = 10_000_000;
    let steadyMs = 500.7;
    const clock = createSteadyClock({ now: () => wallMs }, { now: () => steadyMs });
    expect(clock.now()).toBe(10_000_000);
    wallMs += shiftMs;
    expect(clock.now()).toBe(10_000_000 + followedMs);
    wallMs += 60_000;
    steadyMs += 60_000;
    expect(clock.now()).toBe(10_060_000 + followedMs);
  });
});

it('resolves after its time', async () => {
  const startedMs = performance.now();
  await sleep(20, new AbortController().signal);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(18);
});

it.each([
  ['before', (abort: () => void) => abort()],
  ['during', (abort: () => void) => void setTimeout(abort, 1)],
])('rejects with the reason when aborted %s the wait', async (_when, trigger) => {
  const controller = new AbortController();
  const reason = new Error('stopped');
  trigger(() => controller.abort(reason));
  await expect(sleep(60_000, controller.signal)).rejects.toBe(reason);
});

describe('a wait longer than a timer allows', () => {
  const MONTH_MS = 30 * 86_400_000;

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([2 ** 31 - 1, 2 ** 31, 2 * (2 ** 31 - 1), MONTH_MS * 3])(
    '(%d ms) takes exactly its time',
    async (delayMs) => {
      let isOver = false;
      const slept = sleep(delayMs, new AbortController().signal).then(() => {
        isOver = true;
      });
      await vi.advanceTimersByTimeAsync(delayMs - 1);
      expect(isOver).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await slept;
      expect(isOver).toBe(true);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  it('can be aborted at any time', async () => {
    const controller = new AbortController();
    const slept = sleep(MONTH_MS * 3, controller.signal);
    const reason = new Error('stopped');
    const refused = expect(slept).rejects.toBe(reason);
    await vi.advanceTimersByTimeAsync(MONTH_MS * 2);
    controller.abort(reason);
    await refused;
    expect(vi.getTimerCount()).toBe(0);
  });
});
