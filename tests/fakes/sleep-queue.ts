import type { Timer } from '@/src/core/ports/clock';
import { createTimerQueue } from '@/tests/world/timer-queue';

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
  const queue = createTimerQueue();
  return {
    sleep: (delayMs, signal) =>
      new Promise((resolve, reject) => {
        const sleep = {
          dueAtMs: clock.now() + delayMs,
          run() {
            signal?.removeEventListener('abort', stop);
            resolve();
          },
        };
        queue.add(sleep);
        const stop = () => {
          queue.remove(sleep);
          reject(signal?.reason);
        };
        if (signal?.aborted) stop();
        else signal?.addEventListener('abort', stop, { once: true });
      }),
    due() {
      const due: { wake(): void }[] = [];
      for (;;) {
        const next = queue.takeNext(clock.now());
        if (next === undefined) return due;
        due.push({ wake: next.run });
      }
    },
    dueAt: queue.dueTimes,
    forget: queue.clear,
  };
}
