import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sleep } from '@/playground/page/state/sleep';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('waits for the given time', async () => {
  let isOver = false;
  const end = sleep(100, new AbortController().signal).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(99);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await end;
  expect(vi.getTimerCount()).toBe(0);
});

it('ends early when its signal aborts, and leaves no timer', async () => {
  const lifetime = new AbortController();
  const end = sleep(100, lifetime.signal);
  lifetime.abort();
  await end;
  expect(vi.getTimerCount()).toBe(0);
});

it('returns at once if the signal has aborted already', async () => {
  await sleep(100, AbortSignal.abort());
  expect(vi.getTimerCount()).toBe(0);
});
