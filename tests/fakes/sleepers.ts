import type { Timer } from '@/src/core/ports/clock';

/** A timer whose sleeps are resolved by the test, on the test's clock. */
export interface Sleepers extends Timer {
  /** Removes and returns the sleeps that are due, in order; the caller resolves each. */
  due(): { wake(): void }[];
  /** The times at which the sleeps end, in milliseconds since 1970, in order. */
  dueAt(): number[];
  /** Drops all sleeps, as the death of a worker does. */
  forget(): void;
}

export function createSleepers(clock: { now(): number }): Sleepers {
  const sleepers = new Set<{ dueAtMs: number; wake(): void }>();
  const inOrder = () => [...sleepers].sort((a, b) => a.dueAtMs - b.dueAtMs);
  return {
    sleep: (delayMs, signal) =>
      new Promise((resolve, reject) => {
        const wake = () => {
          signal.removeEventListener('abort', stop);
          resolve();
        };
        const sleeper = { dueAtMs: clock.now() + delayMs, wake };
        sleepers.add(sleeper);
        const stop = () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        };
        if (signal.aborted) stop();
        else signal.addEventListener('abort', stop, { once: true });
      }),
    due() {
      const due = inOrder().filter(({ dueAtMs }) => dueAtMs <= clock.now());
      for (const sleeper of due) sleepers.delete(sleeper);
      return due;
    },
    dueAt: () => inOrder().map(({ dueAtMs }) => dueAtMs),
    forget: () => sleepers.clear(),
  };
}
