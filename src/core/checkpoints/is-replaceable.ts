import type { AssistantMessage, Message, UserMessage } from '@/src/schema/message';

/** True for the user's messages, and for answers of the model. A plan was made by Steward from earlier answers. */
export function isReplaceable(message: Message): message is UserMessage | AssistantMessage {
  return message.role === 'user' || (message.role === 'assistant' && message.plan !== true);
}
