import type { LoopDeps } from './loop-deps';
import type { ChatChanges } from './ports';
import type { Run } from './run';
import type { RunStatus, StatusEvent } from './run-status';
import { hasEnded, isActive, transition } from './transition';

/** Takes the run to its next status, in the journal and for those who listen. Throws `illegal-transition`. */
export async function changeStatus(
  deps: LoopDeps,
  run: Run,
  event: StatusEvent,
  changes: Partial<Run> = {},
  chat: ChatChanges = {},
): Promise<RunStatus> {
  const status = transition(run.status, event);
  const endedAtMs = isActive(status) ? null : deps.clock.now();
  const isOver = hasEnded(status) && !hasEnded(run.status);
  // What was queued for this run is no business of the next.
  const chatChanges = isOver ? { ...chat, queuedStatus: null } : chat;
  await deps.journal.updateRun(run.id, { status, endedAtMs, ...changes }, chatChanges);
  deps.events.emit(sourceOf(run), { type: 'status-changed', status });
  if (status.state === 'paused') deps.events.emit(sourceOf(run), { type: 'paused' });
  if (event.type === 'resumed') deps.events.emit(sourceOf(run), { type: 'resumed' });
  if (isOver) {
    const reason = status.state === 'waiting-for-system-input' ? status.outcome : 'completed';
    deps.events.emit(sourceOf(run), { type: 'session-ended', reason: reason ?? 'completed' });
  }
  return status;
}

/** The address of a run's events. */
export function sourceOf(run: Run): { chatId: string; runId: string; attempt: number } {
  return { chatId: run.chatId, runId: run.id, attempt: run.attempt };
}
