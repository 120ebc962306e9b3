import type { Message, ToolCall } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import { bareToolName } from './bare-tool-name';
import { conversation } from './message';

/** Name of the built-in tool that asks the user a question. */
export const ASK_USER = 'ask_user';

/** The call whose question the run waits for the user to answer; null if no question is open. */
export function openQuestion(record: { messages: readonly Message[]; run: Run | null }): ToolCall | null {
  const { run } = record;
  if (run?.status.state !== 'waiting-for-user-input' || run.status.reason !== 'question') return null;
  const messages = conversation(record.messages).filter(({ runId }) => runId === run.id);
  const last = messages.findLast((message) => message.role === 'user' || isAsked(message));
  // If the last one is a message of the user, it answered the question. The run then waits for another reason.
  if (last?.role !== 'tool') return null;
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []));
  return calls.find(({ executionId }) => executionId === last.executionId) ?? null;
}

function isAsked(message: Message): boolean {
  return message.role === 'tool' && bareToolName(message.name) === ASK_USER && message.result.success;
}
