import type { Clock } from '../ports/clock';

/** Measures how long the model thought: from its first reasoning to the first of anything else. */
export function createReasoningTimer(clock: Clock) {
  let startedAtMs: number | null = null;
  let endedAtMs: number | null = null;
  return {
    saw(kind: 'reasoning' | 'content' | 'call'): void {
      if (kind === 'reasoning') startedAtMs ??= clock.now();
      else if (startedAtMs !== null) endedAtMs ??= clock.now();
    },
    /** The response was started over. */
    restart(): void {
      startedAtMs = null;
      endedAtMs = null;
    },
    /** 0 without reasoning. */
    elapsedMs(): number {
      return startedAtMs === null ? 0 : (endedAtMs ?? clock.now()) - startedAtMs;
    },
  };
}
