import type { Clock } from '@/src/core/ports/clock';

/**
 * Clock that is never set back in the life of a worker: the time that passes is measured by `steady`, and only an advance of the
 * wall clock, as after a suspension of the computer, is followed. Otherwise an hour set back would make each wait an hour longer.
 */
export function createSteadyClock(wall: Clock, steady: Clock): Clock {
  let offsetMs = Number.NEGATIVE_INFINITY;
  return {
    now() {
      const elapsedMs = Math.floor(steady.now());
      offsetMs = Math.max(offsetMs, wall.now() - elapsedMs);
      return offsetMs + elapsedMs;
    },
  };
}
