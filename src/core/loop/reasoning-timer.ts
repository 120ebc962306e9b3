import type { Clock } from '../ports/clock';

/** Measures the time from the first reasoning chunk to the chunk of another kind that no reasoning follows. */
export function createReasoningTimer(clock: Clock) {
  let startedAtMs: number | null = null;
  let endedAtMs: number | null = null;
  return {
    saw(kind: 'reasoning' | 'content' | 'call'): void {
      if (kind === 'reasoning') {
        startedAtMs ??= clock.now();
        endedAtMs = null;
      } else if (startedAtMs !== null) endedAtMs ??= clock.now();
    },
    /** Drops the measured time, because the text so far turned out to be reasoning. */
    restart(): void {
      startedAtMs = null;
      endedAtMs = null;
    },
    /** Time in milliseconds; 0 without reasoning. */
    elapsedMs(): number {
      return startedAtMs === null ? 0 : (endedAtMs ?? clock.now()) - startedAtMs;
    },
  };
}
