import type { ChatSender, QueuedSender } from '@/src/schema/chat-sender';

/** The tool by which the model sends a message to another chat. */
export const SEND_MESSAGE = 'send_message';

const PREFIX = 'chat:';

/** The scope of the events that a chat sends. Titles aren't unique, so it has the chat's id. */
export function scopeOfChat(chatId: string): string {
  return `${PREFIX}${chatId}`;
}

/** The chat with this scope; null for the scope of another sender. */
export function chatOfScope(scope: string | null): string | null {
  return scope?.startsWith(PREFIX) ? scope.slice(PREFIX.length) : null;
}

/** Id of the message that a call of {@link SEND_MESSAGE} leads to in the other chat. */
export function sentMessageId(executionId: string): string {
  return `${executionId}:message`;
}

/** Id of the message with the answer to such a call, in the chat that made it. */
export function answerMessageId(executionId: string): string {
  return `${executionId}:answer`;
}

/** The fields that the message of an event has only if another chat sent it. */
export function sentBy(sender: QueuedSender | undefined): { id?: string; sender?: ChatSender } {
  if (sender === undefined) return {};
  const { messageId: id, ...chat } = sender;
  return { id, sender: chat };
}
