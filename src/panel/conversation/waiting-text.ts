import type { Run } from '@/src/core/records/run';

/** Consecutive invalid attempts of the model from which the panel shows a retry. */
const RETRYING_FROM_INVALID_CALLS = 2;

/** Shown while a request is pending and no part of its response has arrived. */
export function waitingText({ invalidCalls, attempt }: Pick<Run, 'invalidCalls' | 'attempt'>): string {
  if (invalidCalls >= RETRYING_FROM_INVALID_CALLS) return 'Retrying…';
  return attempt > 1 ? `Asking the model again (attempt ${attempt})…` : 'Waiting for the model…';
}
