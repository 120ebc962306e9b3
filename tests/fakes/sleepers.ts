import type { Timer } from '@/src/core/ports/clock';

/** Those who wait, on a clock that a test moves on. */
export interface Sleepers extends Timer {
  /** Those whose time has come, in order, taken out: each is to be woken. */
  due(): { wake(): void }[];
  /** When they are to wake up, in milliseconds since 1970, in order. */
  dueAt(): number[];
  /** None of them ever wakes up: so a death of the worker ends it. */
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
