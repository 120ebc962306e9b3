import type { RunStatus } from '@/src/schema/run-status';

/**
 * True if the run waits for the user, an event, another chat or an endpoint, so that a stop has no step to wait for. A paused run, and one
 * that waits for an approval, don't count.
 */
export function runWaits({ state }: RunStatus): boolean {
  return (
    state === 'waiting-for-user-input' ||
    state === 'waiting-for-system-input' ||
    state === 'waiting-for-agent-coordination' ||
    state === 'waiting-for-endpoint'
  );
}
