import type { Message } from '@/src/schema/message';
import type { MessageJournal } from '../ports/message-journal';
import type { ChatRecord } from '../records/record-access';

/**
 * Updates the messages of a record that was read at the start of a step. Reads only those from `position` on, since
 * a chat may have thousands. The caller makes sure that no earlier message was stored or changed since.
 */
export async function currentMessages(
  journal: Pick<MessageJournal, 'messagesFrom'>,
  { chat, messages }: Pick<ChatRecord, 'chat' | 'messages'>,
  position: number,
): Promise<Message[]> {
  return [
    ...messages.filter((message) => message.position < position),
    ...(await journal.messagesFrom(chat.id, position)),
  ];
}
