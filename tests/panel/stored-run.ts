import type { Run } from '@/src/schema/run';
import type { EndedStatus, RunStatus } from '@/src/schema/run-status';

/** A stored run `r` of chat `c`, started by message `u`. */
export function storedRun(status: RunStatus, changes: Partial<Run> = {}): Run {
  return {
    id: 'r',
    chatId: 'c',
    openingMessageId: 'u',
    startedAtMs: 0,
    endedAtMs: null,
    status,
    round: 1,
    attempt: 1,
    resumes: 0,
    missedToolCalls: 0,
    loopCheckFrom: 0,
    control: null,
    invalidCalls: 0,
    contextText: '',
    nonce: '',
    error: null,
    ...changes,
  };
}

/** The status of a run in a `wait` call. */
export const WAITING: Extract<RunStatus, { state: 'waiting-for-agent-coordination' }> = {
  state: 'waiting-for-agent-coordination',
  coordinatingToolCallId: 'x',
  coordinatingToolName: 'wait',
  targetAgentScope: 'page',
  userCanInterrupt: true,
  seenContextHash: null,
  reason: 'the list is being loaded',
  untilMs: new Date(2026, 0, 1, 14, 32, 15).getTime(),
};

/** The status of an ended run. */
export function ended(outcome: 'completed' | 'stopped' | 'error'): EndedStatus {
  return { state: 'waiting-for-system-input', outcome, requiredScope: null, interruptibleByUser: true };
}
