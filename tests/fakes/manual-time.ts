import type { Timer } from '@/src/core/ports/clock';
import { createSleepers } from './sleepers';

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
  const sleepers = createSleepers(clock);
  const delays: number[] = [];

  return {
    delays,
    sleep(delayMs, signal) {
      delays.push(delayMs);
      return sleepers.sleep(delayMs, signal);
    },
    async pass(ms) {
      clock.pass(ms);
      for (const sleeper of sleepers.due()) {
        sleeper.wake();
        await new Promise((resolve) => setTimeout(resolve));
      }
    },
    isWaited: () => sleepers.dueAt().length > 0,
    forget: sleepers.forget,
  };
}
