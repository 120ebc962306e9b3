import type { AssistantMessage, Message, PartialAnswer } from '@/src/schema/message';
import { bareToolName } from '../records/bare-tool-name';
import { ASK_USER } from '../records/open-question';

/** The partial answer of a run, unless it was set aside; null if there is none. A run has at most one. */
export function partialAnswerOf(messages: readonly Message[], runId: string): PartialAnswer | null {
  const found = messages.findLast(
    (message): message is PartialAnswer =>
      message.role === 'partial-answer' && message.runId === runId && message.discardedBy === null,
  );
  return found ?? null;
}

/** A partial answer as an answer at this position of the conversation, for the model to continue. */
export function continuedAnswer(partial: PartialAnswer, position: number): AssistantMessage {
  return { ...partial, position, role: 'assistant', toolCalls: [], finishReason: 'broken-off' };
}

/**
 * True if queued input must wait until after the run's next request. There are two cases, in both of which only events
 * may follow: the model continues its last answer, which broke off or reached the length limit; or the last message is
 * the user's answer to a question, which is sent alone.
 */
export function takesNoQueued(messages: readonly Message[], runId: string): boolean {
  const ofRun = messages.filter((message) => message.runId === runId);
  const response = ofRun.findLast((message): message is AssistantMessage => message.role === 'assistant');
  const last = ofRun.findLast(({ role }) => ['user', 'assistant', 'tool'].includes(role));
  if (last?.role === 'user')
    return response?.toolCalls.some(({ name }) => bareToolName(name) === ASK_USER) === true;
  return last === response && ['broken-off', 'length'].includes(response?.finishReason ?? '');
}
