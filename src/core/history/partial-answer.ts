import type { AssistantMessage, Message, PartialAnswer } from '@/src/schema/message';

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
 * True if the next request asks the model to go on with the run's last answer, which broke off or was cut off: nothing but events
 * follows it.
 */
export function continuesAnswer(messages: readonly Message[], runId: string): boolean {
  const last = messages.findLast(
    (message) => message.runId === runId && ['user', 'assistant', 'tool'].includes(message.role),
  );
  return last?.role === 'assistant' && ['broken-off', 'length'].includes(last.finishReason);
}
