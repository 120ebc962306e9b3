/** A pending timer. */
export interface QueuedTimer {
  /** Milliseconds on the test's clock. */
  dueAtMs: number;
  run(): void;
}

/** Pending timers of a simulated clock. The test decides when a due timer runs. */
export interface TimerQueue {
  add(timer: QueuedTimer): void;
  remove(timer: QueuedTimer): void;
  /** Removes and returns the timer that is due first, at or before `nowMs`; undefined if none is due. */
  takeNext(nowMs: number): QueuedTimer | undefined;
  /** The times at which timers are due, in order. */
  dueTimes(): number[];
  /** Drops all timers, as the death of a worker does. */
  clear(): void;
}

/** Timers that are due at the same time keep the order in which they were added. */
export function createTimerQueue(): TimerQueue {
  const timers = new Set<QueuedTimer>();
  const inOrder = () => [...timers].sort((left, right) => left.dueAtMs - right.dueAtMs);
  return {
    add: (timer) => void timers.add(timer),
    remove: (timer) => void timers.delete(timer),
    takeNext(nowMs) {
      const next = inOrder().find(({ dueAtMs }) => dueAtMs <= nowMs);
      if (next !== undefined) timers.delete(next);
      return next;
    },
    dueTimes: () => inOrder().map(({ dueAtMs }) => dueAtMs),
    clear: () => timers.clear(),
  };
}
