import type { Message } from '@/src/schema/message';
import type { MessageJournal } from '../ports/message-journal';
import type { ChatRecord } from '../records/record-access';

/**
 * The messages of a record that was read at the start of a step, as they are stored now. Only those from `position` on are read
 * again: nothing before it may have been stored or changed since. A chat may have thousands of messages.
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
