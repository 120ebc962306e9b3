import type { AssistantMessage, Message, ToolCall } from '@/src/schema/message';

/**
 * True for a response's last call if its arguments may be incomplete: the response ended at its length limit, or before
 * any arguments and without saying that it was complete.
 */
export function isCutOff({ finishReason, toolCalls }: AssistantMessage, call: ToolCall): boolean {
  if (toolCalls.at(-1)?.executionId !== call.executionId) return false;
  const isComplete = finishReason === 'stop' || finishReason === 'tool_calls';
  return finishReason === 'length' || (!isComplete && call.argumentsText.trim() === '');
}

/** The messages that are part of the conversation, in order: all but those that were set aside. */
export function conversation(messages: readonly Message[]): Message[] {
  return messages.filter((message) => message.discardedBy === null).sort((a, b) => a.position - b.position);
}
