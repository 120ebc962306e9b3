import type { Timer } from '@/src/core/ports/clock';
import { createSleepQueue } from './sleep-queue';

/** A sleeps whose time passes only when a test advances it. */
export interface ManualTime extends Timer {
  /** Advances the time, and resolves the sleeps that are due, in order. */
  pass(ms: number): Promise<void>;
  /** True if any sleep is pending. */
  isWaited(): boolean;
  /** Drops all pending sleeps, as the death of a worker does. */
  forget(): void;
  /** The delays that were requested, in order. */
  delays: number[];
}

export function createManualTime(clock: { now(): number; pass(ms: number): void }): ManualTime {
  const sleeps = createSleepQueue(clock);
  const delays: number[] = [];

  return {
    delays,
    sleep(delayMs, signal) {
      delays.push(delayMs);
      return sleeps.sleep(delayMs, signal);
    },
    async pass(ms) {
      clock.pass(ms);
      for (const sleep of sleeps.due()) {
        sleep.wake();
        await new Promise((resolve) => setTimeout(resolve));
      }
    },
    isWaited: () => sleeps.dueAt().length > 0,
    forget: sleeps.forget,
  };
}
