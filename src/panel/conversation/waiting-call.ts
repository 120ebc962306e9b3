import { openQuestionId } from '@/src/core/records/open-question';
import { withoutPause } from '@/src/core/records/transition';
import { readBuiltInCall } from './built-in-call';

/** The part of a chat in which its waits are found. */
type Waits = Parameters<typeof openQuestionId>[0];

/**
 * Execution id of the call that the run waits at: the open question, or the `wait` call that isn't over, paused or not. Null if
 * there is none.
 */
export function waitingCallId(waits: Waits): string | null {
  const status = waits.run && withoutPause(waits.run.status);
  if (status?.state === 'waiting-for-agent-coordination') return status.coordinatingToolCallId;
  return openQuestionId(waits);
}

/** The question that the next message answers, by the id of its call; null while no question is open. `text` is null if it can't be read. */
export function openQuestion(waits: Waits): { id: string; text: string | null } | null {
  const id = openQuestionId(waits);
  if (id === null) return null;
  const call = waits.messages
    .flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []))
    .find((made) => made.executionId === id);
  const builtIn = call === undefined ? null : readBuiltInCall(call.name, call.argumentsText);
  return { id, text: builtIn?.name === 'ask_user' ? builtIn.question : null };
}
