import type { Run } from '@/src/schema/run';
import type { RunStatus } from '@/src/schema/run-status';
import type { ChatChanges } from '../ports/chat-journal';
import type { ChangeProgress } from '../records/change-progress';
import { type ChatRecord, currentRun } from '../records/record-access';
import type { StatusEvent } from '../records/run-status';
import { hasEnded, isActive, outcomeOf, transition } from '../records/transition';
import type { LoopDeps } from './agent-loop';

/** Stores the run's next status and emits its events. Throws `illegal-transition`. */
export function changeStatus(deps: LoopDeps, run: Run, event: StatusEvent): Promise<RunStatus> {
  return changeStatusWith(deps, run, event, {}, {});
}

/** As {@link changeStatus}, with further changes of the run and its chat in the same transaction. */
export async function changeStatusWith(
  deps: LoopDeps,
  run: Run,
  event: StatusEvent,
  changes: Partial<Run>,
  chat: ChatChanges,
): Promise<RunStatus> {
  const status = transition(run.status, event);
  const endedAtMs = isActive(status) ? null : deps.clock.now();
  const outcome = hasEnded(run.status) ? null : outcomeOf(status);
  // A status queued for this run must not apply to the next. While a run asks no model, the queued status is for the
  // next run.
  const isKept = outcome === null || run.asksNoModel === true;
  const chatChanges = isKept ? chat : { ...chat, queuedStatus: null };
  await deps.journal.updateRun(run.id, { status, endedAtMs, ...changes }, chatChanges);
  deps.events.emit(sourceOf(run), { type: 'status-changed', status });
  if (status.state === 'paused') deps.events.emit(sourceOf(run), { type: 'paused' });
  if (event.type === 'resumed') deps.events.emit(sourceOf(run), { type: 'resumed' });
  if (outcome !== null) deps.events.emit(sourceOf(run), { type: 'session-ended', reason: outcome });
  return status;
}

/** Source fields of a run's events. */
export function sourceOf(run: Run): { chatId: string; runId: string; attempt: number } {
  return { chatId: run.chatId, runId: run.id, attempt: run.attempt };
}

/** Receives the progress of a call of the present run, and emits it. */
export function progressReport(
  { events }: Pick<LoopDeps, 'events'>,
  record: ChatRecord,
  executionId: string,
): (progress: ChangeProgress) => void {
  return (progress) =>
    events.emit(sourceOf(currentRun(record)), { type: 'call-progressed', executionId, ...progress });
}
