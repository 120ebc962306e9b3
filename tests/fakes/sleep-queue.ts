import type { Timer } from '@/src/core/ports/clock';

/** A timer that keeps pending sleeps in a queue, to be resolved by the caller when the clock has passed them. */
export interface SleepQueue extends Timer {
  /** Removes and returns the sleeps that are due, in order; the caller resolves each. */
  due(): { wake(): void }[];
  /** The times at which the sleeps end, in milliseconds since 1970, in order. */
  dueAt(): number[];
  /** Drops all sleeps, as the death of a worker does. */
  forget(): void;
}

export function createSleepQueue(clock: { now(): number }): SleepQueue {
  const sleeps = new Set<{ dueAtMs: number; wake(): void }>();
  const inOrder = () => [...sleeps].sort((a, b) => a.dueAtMs - b.dueAtMs);
  return {
    sleep: (delayMs, signal) =>
      new Promise((resolve, reject) => {
        const wake = () => {
          signal.removeEventListener('abort', stop);
          resolve();
        };
        const sleep = { dueAtMs: clock.now() + delayMs, wake };
        sleeps.add(sleep);
        const stop = () => {
          sleeps.delete(sleep);
          reject(signal.reason);
        };
        if (signal.aborted) stop();
        else signal.addEventListener('abort', stop, { once: true });
      }),
    due() {
      const due = inOrder().filter(({ dueAtMs }) => dueAtMs <= clock.now());
      for (const sleep of due) sleeps.delete(sleep);
      return due;
    },
    dueAt: () => inOrder().map(({ dueAtMs }) => dueAtMs),
    forget: () => sleeps.clear(),
  };
}
