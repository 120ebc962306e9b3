import type { Message } from '@/src/core/records/message';
import type { Run } from '@/src/core/records/run';

/**
 * The execution id of the call at which the run stands: the question that waits for its answer, or the wait under
 * way, held or not. Null where it stands at none.
 */
export function waitingCallId(messages: readonly Message[], run: Run | null): string | null {
  if (run === null) return null;
  const status = run.status.state === 'paused' ? run.status.before : run.status;
  if (status.state === 'waiting-for-agent-coordination') return status.coordinatingToolCallId;
  if (status.state !== 'waiting-for-user-input' || status.reason !== 'question') return null;
  // One question at a time: the newest that was put to the user is the one that is open.
  const asked = messages.findLast(
    (message) =>
      message.role === 'tool' &&
      message.runId === run.id &&
      message.name === 'ask_user' &&
      message.result.success,
  );
  return asked?.role === 'tool' ? asked.executionId : null;
}
