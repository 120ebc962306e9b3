import type { AssistantMessage, Message, UserMessage } from '@/src/schema/message';

/** True for the user's own words, and for answers of the model. Steward wrote a plan, from earlier answers, and the sentence of a proposed call. */
export function isReplaceable(message: Message): message is UserMessage | AssistantMessage {
  return message.role === 'user'
    ? message.isProposal !== true
    : message.role === 'assistant' && message.plan !== true;
}
