import type { NumberedEvent } from '@/src/core/records/loop-event';

/** When the response being streamed began to think, and when it went on to something else. */
export interface ThinkingTime {
  startedAtMs: number | null;
  endedAtMs: number | null;
}

/** Before anything was thought, and after a replay, which says nothing of times. */
export const NO_THINKING_TIME: ThinkingTime = { startedAtMs: null, endedAtMs: null };

/** Takes one event into account: thinking ends with the first piece of content or of a call (ledger A-157). */
export function reduceThinkingTime(time: ThinkingTime, { atMs, event }: NumberedEvent): ThinkingTime {
  switch (event.type) {
    case 'response-started':
    case 'response-restarted':
      return NO_THINKING_TIME;
    case 'chunk-received':
      if (event.kind === 'content') return ended(time, atMs);
      return time.startedAtMs === null ? { startedAtMs: atMs, endedAtMs: null } : time;
    case 'tool-call-part-received':
      return ended(time, atMs);
    default:
      return time;
  }
}

/** How long it thought, in milliseconds; null while it still thinks or where the beginning was missed. */
export function thoughtForMs(time: ThinkingTime): number | null {
  return time.startedAtMs === null || time.endedAtMs === null ? null : time.endedAtMs - time.startedAtMs;
}

function ended(time: ThinkingTime, atMs: number): ThinkingTime {
  return time.startedAtMs === null || time.endedAtMs !== null ? time : { ...time, endedAtMs: atMs };
}
