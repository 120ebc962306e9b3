import type { Message } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import { bareToolName } from './bare-tool-name';
import { conversation } from './message';

/** Name of the built-in tool that asks the user a question. */
export const ASK_USER = 'ask_user';

/** Execution id of the call whose question the run waits for the user to answer; null if no question is open. */
export function openQuestionId({
  messages,
  run,
}: {
  messages: readonly Message[];
  run: Run | null;
}): string | null {
  if (run?.status.state !== 'waiting-for-user-input' || run.status.reason !== 'question') return null;
  const last = conversation(messages).findLast(
    (message) => message.runId === run.id && (message.role === 'user' || isAsked(message)),
  );
  // A user's message after the question has answered it. A module then requested this wait.
  return last?.role === 'tool' ? last.executionId : null;
}

function isAsked(message: Message): boolean {
  return message.role === 'tool' && bareToolName(message.name) === ASK_USER && message.result.success;
}
