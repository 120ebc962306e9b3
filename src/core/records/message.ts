import type { MessageImage } from '@/src/schema/image';
import type { AssistantMessage, Message, ToolCall, ToolMessage } from '@/src/schema/message';

/** Distance between the positions of a side request's messages. A power of two, so that sums of positions are exact. */
const SIDE_STEP = 2 ** -10;

/** Length of the part of a user's message that is shown before the rest is folded, in UTF-16 units. */
export const MAX_MESSAGE_CHARS = 10_000;

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

/** The images of a message; only the user's messages have any. */
export function imagesOf(message: Message): MessageImage[] {
  return message.role === 'user' ? (message.images ?? []) : [];
}

/** The result of a call among these messages; null if there is none. */
export function resultOf(messages: readonly Message[], executionId: string): ToolMessage | null {
  return (
    messages
      .filter((message) => message.role === 'tool')
      .find((result) => result.executionId === executionId) ?? null
  );
}

/** `count` positions after `last`, for the messages of a side request: closer to each other than those of a run. */
export function sidePositions(last: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => last + SIDE_STEP * (index + 1));
}
