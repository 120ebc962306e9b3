import type { Clock } from '@/src/core/ports/clock';

/**
 * Clock that is never set back in the life of a worker: the time that passes is measured by `steadyMs`, and only an advance of the
 * wall clock, as after a suspension of the computer, is followed. Otherwise an hour set back would make each wait an hour longer.
 */
export function createSteadyClock(wallMs: () => number, steadyMs: () => number): Clock {
  let offsetMs = Number.NEGATIVE_INFINITY;
  return {
    now() {
      const elapsedMs = Math.floor(steadyMs());
      offsetMs = Math.max(offsetMs, wallMs() - elapsedMs);
      return offsetMs + elapsedMs;
    },
  };
}
