/** The tool by which the model sends a message to another chat. */
export const SEND_MESSAGE = 'send_message';

/**
 * The chat that an event comes from. `message`: no answer is awaited; `question`: the concluding answer of the run that gets it
 * goes back; `answer`: that answer.
 */
export interface ChatSender {
  chatId: string;
  /** The sender's title when it sent the event. */
  title: string;
  kind: 'message' | 'question' | 'answer';
  /** Random; delimits the text in a request, so that the text can't end its block. */
  nonce: string;
}

/** The sender of an event that waits in a queue. */
export interface QueuedSender extends ChatSender {
  /** Id of the message that the event becomes. The same for each attempt to deliver it, so that it is delivered once. */
  messageId: string;
}

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
