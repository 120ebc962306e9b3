import type { AssistantMessage, Message, PartialAnswer } from '@/src/schema/message';

/** The answer of this run that broke off and no other has replaced; null if there is none. */
export function partialAnswerOf(messages: readonly Message[], runId: string): PartialAnswer | null {
  const found = messages.findLast(
    (message): message is PartialAnswer =>
      message.role === 'partial-answer' && message.runId === runId && message.discardedBy === null,
  );
  return found ?? null;
}

/** A partial answer as the part of the conversation that the model continues. */
export function continuedAnswer(partial: PartialAnswer): AssistantMessage {
  return { ...partial, role: 'assistant', toolCalls: [], finishReason: 'broken-off' };
}
