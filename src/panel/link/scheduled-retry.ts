import type { NumberedEvent } from '@/src/core/records/loop-event';

/** A request that failed before its first chunk and will be sent again. */
export interface ScheduledRetry {
  /** The attempt that failed, from 1. */
  attempt: number;
  /** Attempts in all. */
  attempts: number;
  /** Time of the next attempt, in milliseconds since 1970. */
  dueAtMs: number;
  /** The cause of the failure, in one sentence. */
  problem: string;
}

/** The scheduled retry after an event: any event other than `retry-scheduled` ends the wait. */
export function reduceRetry({ atMs, event }: NumberedEvent): ScheduledRetry | null {
  if (event.type !== 'retry-scheduled') return null;
  const { attempt, attempts, delayMs, error } = event;
  return { attempt, attempts, dueAtMs: atMs + delayMs, problem: error.message };
}
