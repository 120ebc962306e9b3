import type { Run } from '@/src/core/records/run';

/** Attempts of the model in a row without a call that could be run, before the panel mentions it (ledger A-167). */
const RETRYING_FROM_INVALID_CALLS = 2;

/** What to say while a request is under way and nothing of its response is here yet. */
export function waitingText({ invalidCalls, attempt }: Pick<Run, 'invalidCalls' | 'attempt'>): string {
  if (invalidCalls >= RETRYING_FROM_INVALID_CALLS) return 'Retrying…';
  return attempt > 1 ? `Asking the model again (attempt ${attempt})…` : 'Waiting for the model…';
}
