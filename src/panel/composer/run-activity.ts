import { hasEnded, isActive } from '@/src/core/records/transition';
import type { Run } from '@/src/schema/run';

/**
 * State of the newest run, as far as the composer needs it.
 * `running`: works, or waits for something that arrives without the user. `pausing`: pauses after the current step.
 * `question`: the next message is the answer to `ask_user`. `waiting`: unfinished, and blocked until the user acts or
 * an event arrives. `idle`: no run, or it is over.
 */
export type RunActivity = 'idle' | 'waiting' | 'question' | ActiveRun;

/** A run that works, continues by itself or is paused: messages are queued for its next step. */
export type ActiveRun = 'running' | 'pausing' | 'paused';

/** The activity of a run. Every unfinished run has one other than `idle`, so that it can be stopped. */
export function runActivity(run: Pick<Run, 'status' | 'control'> | null): RunActivity {
  if (run === null || hasEnded(run.status)) return 'idle';
  const { status } = run;
  if (status.state === 'waiting-for-system-input' && !status.interruptibleByUser) return 'running';
  if (!isActive(status)) {
    return status.state === 'waiting-for-user-input' && status.reason === 'question' ? 'question' : 'waiting';
  }
  if (status.state === 'paused') return 'paused';
  return run.control === 'pause' ? 'pausing' : 'running';
}

/** True if a message is queued now rather than sent at once. */
export function isActiveRun(activity: RunActivity): activity is ActiveRun {
  return activity === 'running' || activity === 'pausing' || activity === 'paused';
}

/** Escape stops a run only while it may be streaming; otherwise it clears the text. */
export function escapeStops(activity: RunActivity): boolean {
  return activity === 'running' || activity === 'pausing';
}
