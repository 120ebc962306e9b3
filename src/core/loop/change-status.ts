import type { LoopDeps } from './loop-deps';
import type { Run } from './run';
import type { StatusEvent } from './run-status';
import { isActive, transition } from './transition';

/** Takes the run to its next status, in the journal and for those who listen. Throws `illegal-transition`. */
export async function changeStatus(deps: LoopDeps, run: Run, event: StatusEvent): Promise<void> {
  const status = transition(run.status, event);
  const ended = isActive(status) ? {} : { endedAtMs: deps.clock.now() };
  await deps.journal.updateRun(run.id, { status, ...ended });
  deps.events.emit(sourceOf(run), { type: 'status-changed', status });
}

/** The address of a run's events. */
export function sourceOf(run: Run): { chatId: string; runId: string; attempt: number } {
  return { chatId: run.chatId, runId: run.id, attempt: run.attempt };
}
