import type { Timer } from '@/src/core/loop/ports';

/** Time that passes only when a test says so. */
export interface ManualTime extends Timer {
  /** Lets that much time pass: what was to wake up by then wakes up, in order. */
  pass(ms: number): Promise<void>;
  /** Whether anything waits. */
  isWaited(): boolean;
  /** What waits never wakes up: so a death of the worker ends it. */
  forget(): void;
  /** The delays that were asked for, in order. */
  delays: number[];
}

export function createManualTime(clock: { now(): number; pass(ms: number): void }): ManualTime {
  const sleepers = new Set<{ dueAtMs: number; wake(): void }>();
  const delays: number[] = [];

  return {
    delays,
    sleep(delayMs, signal) {
      delays.push(delayMs);
      return new Promise((resolve, reject) => {
        const sleeper = { dueAtMs: clock.now() + delayMs, wake: resolve };
        sleepers.add(sleeper);
        const stop = () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        };
        if (signal.aborted) stop();
        else signal.addEventListener('abort', stop, { once: true });
      });
    },
    async pass(ms) {
      clock.pass(ms);
      const nowMs = clock.now();
      for (const sleeper of [...sleepers].sort((a, b) => a.dueAtMs - b.dueAtMs)) {
        if (sleeper.dueAtMs > nowMs) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
        await new Promise((resolve) => setTimeout(resolve));
      }
    },
    isWaited: () => sleepers.size > 0,
    forget: () => sleepers.clear(),
  };
}
