import { withoutPause } from '@/src/core/records/transition';
import type { Message } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type { ChatView } from '@/src/store/queries';
import { readBuiltInCall } from './built-in-call';

/**
 * Execution id of the call that the run waits at: the open question, or the `wait` call that isn't over, paused or not. Null if
 * there is none.
 */
export function waitingCallId(messages: readonly Message[], run: Run | null): string | null {
  if (run === null) return null;
  const status = withoutPause(run.status);
  if (status.state === 'waiting-for-agent-coordination') return status.coordinatingToolCallId;
  if (status.state !== 'waiting-for-user-input' || status.reason !== 'question') return null;
  // Only one question is open at a time, the newest.
  const questionResult = messages.findLast(
    (message) =>
      message.role === 'tool' &&
      message.runId === run.id &&
      message.name === 'ask_user' &&
      message.result.success,
  );
  return questionResult?.role === 'tool' ? questionResult.executionId : null;
}

/** The text of the question that the next message answers; null while no question is open. */
export function openQuestion({ messages, run }: Pick<ChatView, 'messages' | 'run'>): string | null {
  const executionId = waitingCallId(messages, run);
  const call = messages
    .flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []))
    .find((made) => made.executionId === executionId);
  const builtIn = call === undefined ? null : readBuiltInCall(call.name, call.argumentsText);
  return builtIn?.name === 'ask_user' ? builtIn.question : null;
}
