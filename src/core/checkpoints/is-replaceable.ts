import type { AssistantMessage, Message, UserMessage } from '@/src/schema/message';

/**
 * True for a message that the user can edit (the user's own text) or request again (an answer of the model). False for
 * a plan and for the sentence of a proposed call, because Steward wrote these.
 */
export function isReplaceable(message: Message): message is UserMessage | AssistantMessage {
  return message.role === 'user'
    ? message.isProposal !== true
    : message.role === 'assistant' && message.plan !== true;
}
