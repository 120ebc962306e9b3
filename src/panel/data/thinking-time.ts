import type { NumberedEvent } from '@/src/core/records/loop-event';

/** Start and end of the streaming response's reasoning. */
export interface ThinkingTime {
  startedAtMs: number | null;
  endedAtMs: number | null;
}

/** Value before reasoning starts, and after a replay, which doesn't include the times. */
export const NO_THINKING_TIME: ThinkingTime = { startedAtMs: null, endedAtMs: null };

/**
 * Applies one event. Reasoning ends with the first chunk of text or of a call that no reasoning follows in its piece: a piece with both has
 * its reasoning last.
 */
export function reduceThinkingTime(time: ThinkingTime, { atMs, event }: NumberedEvent): ThinkingTime {
  switch (event.type) {
    case 'response-started':
    case 'response-restarted':
      return NO_THINKING_TIME;
    case 'chunk-received':
      if (event.kind === 'content') return ended(time, atMs);
      return { startedAtMs: time.startedAtMs ?? atMs, endedAtMs: null };
    case 'tool-call-part-received':
      return ended(time, atMs);
    default:
      return time;
  }
}

/** Duration of the reasoning in milliseconds; null until it ends, 0 without reasoning or if its start was missed. */
export function thoughtForMs(time: ThinkingTime): number | null {
  if (time.startedAtMs === null) return 0;
  return time.endedAtMs === null ? null : time.endedAtMs - time.startedAtMs;
}

function ended(time: ThinkingTime, atMs: number): ThinkingTime {
  return time.startedAtMs === null || time.endedAtMs !== null ? time : { ...time, endedAtMs: atMs };
}
