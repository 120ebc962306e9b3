import type { Message } from '@/src/schema/message';

/** The text of a message that the search for chats covers: its content, quotations, and calls with arguments. Empty for other rows. */
export function searchedText(message: Message): string {
  switch (message.role) {
    case 'user': {
      const quoted = (message.parts ?? []).flatMap(({ page, text }) =>
        page === undefined ? [] : (text ?? []),
      );
      return [message.content, ...quoted].join(' ');
    }
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
