import type { Run } from '@/src/core/loop/run';
import { isActive } from '@/src/core/loop/transition';

/** What the newest run means to somebody who writes: `pausing` holds after the step under way. */
export type RunActivity = 'idle' | 'running' | 'pausing' | 'paused';

/** A run that waits for the person's next message is idle: that message goes out as any other. */
export function runActivity(run: Pick<Run, 'status' | 'control'> | null): RunActivity {
  if (run === null || !isActive(run.status)) return 'idle';
  if (run.status.state === 'paused') return 'paused';
  return run.control === 'pause' ? 'pausing' : 'running';
}
