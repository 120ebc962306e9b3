import type { RunStatus } from '@/src/schema/run-status';

/** True if no step of the run is in progress or follows by itself, and the user doesn't have to decide about a call first. */
export function runWaits({ state }: RunStatus): boolean {
  return (
    state === 'waiting-for-user-input' ||
    state === 'waiting-for-system-input' ||
    state === 'waiting-for-agent-coordination' ||
    state === 'waiting-for-endpoint'
  );
}
