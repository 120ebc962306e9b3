import { StewardError } from '@/src/core/errors';

/** Polling interval for a page to come to rest, in milliseconds. */
const REST_INTERVAL_MS = 20;

/**
 * Resolves once `isAtRest` returns true, for example when a page has no pending request. Rejects with `timeout` when
 * the signal aborts.
 */
export async function untilAtRest(isAtRest: () => boolean, signal: AbortSignal): Promise<void> {
  while (!isAtRest()) {
    if (signal.aborted) {
      throw new StewardError('timeout', 'The page did not finish the change.', {
        remedy: 'Look at the page, then try again.',
      });
    }
    await new Promise((resolve) => setTimeout(resolve, REST_INTERVAL_MS));
  }
}
