import type { NumberedEvent } from '@/src/core/records/loop-event';

/** A request that failed before its first chunk, and when it goes out again. */
export interface ScheduledRetry {
  /** The attempt that failed, from 1. */
  attempt: number;
  /** When the next one goes out, in milliseconds since 1970. */
  dueAtMs: number;
  /** What was in the way, in one sentence. */
  problem: string;
}

/** Takes one event into account: whatever happens next, the wait is over. */
export function reduceRetry({ atMs, event }: NumberedEvent): ScheduledRetry | null {
  if (event.type !== 'retry-scheduled') return null;
  return { attempt: event.attempt, dueAtMs: atMs + event.delayMs, problem: event.error.message };
}
