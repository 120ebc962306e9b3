import type { Message } from '@/src/schema/message';

/** The text of a message that the search for chats covers: its content, and its calls with arguments. Empty for other rows. */
export function searchedText(message: Message): string {
  switch (message.role) {
    case 'user':
    case 'summary':
      return message.content;
    case 'assistant':
      return [message.content, ...message.toolCalls.map((call) => `${call.name} ${call.argumentsText}`)].join(
        ' ',
      );
    default:
      return '';
  }
}
