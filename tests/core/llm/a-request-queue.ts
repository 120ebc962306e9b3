import { createRequestQueue } from '@/src/core/llm/request-queue';
import { createManualTime } from '../../fakes/manual-time';

/** A queue whose time passes only when a test advances it. */
export function aRequestQueue() {
  let nowMs = 1_000;
  const clock = {
    now: () => nowMs,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
  const time = createManualTime(clock);
  return { time, queue: createRequestQueue({ clock, timer: time }) };
}
