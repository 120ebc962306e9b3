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

/** The question that the next message answers, by the id of its call; null while no question is open. `text` is null if it can't be read. */
export function openQuestion({
  messages,
  run,
}: Pick<ChatView, 'messages' | 'run'>): { id: string; text: string | null } | null {
  const id = run?.status.state === 'waiting-for-user-input' ? waitingCallId(messages, run) : null;
  if (id === null) return null;
  const call = messages
    .flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []))
    .find((made) => made.executionId === id);
  const builtIn = call === undefined ? null : readBuiltInCall(call.name, call.argumentsText);
  return { id, text: builtIn?.name === 'ask_user' ? builtIn.question : null };
}
