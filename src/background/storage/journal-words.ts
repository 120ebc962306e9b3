import type { ChatTitle } from '@/src/core/ports/chat-journal';
import type { Chat } from '@/src/schema/chat';
import type { Message } from '@/src/schema/message';
import { type ChatWordKey, wordsOfMessages, wordsOfTitle } from '@/src/store/chat-words';
import type { StewardDatabase } from '@/src/store/db';

/** Within the caller's transaction: adds messages to a conversation, with the words by which their chat is found. */
export async function addMessages(
  db: Pick<StewardDatabase, 'messages' | 'chatWords'>,
  messages: readonly Message[],
): Promise<void> {
  await db.messages.bulkAdd(messages);
  await db.chatWords.bulkPut(wordsOfMessages(messages));
}

/** Within the caller's transaction: replaces the title of a chat as it is stored, and the words of the old one. */
export async function changeTitle(
  db: Pick<StewardDatabase, 'chats' | 'chatWords'>,
  chat: Chat,
  title: ChatTitle,
  atMs: number,
): Promise<void> {
  const earlier = wordsOfTitle(chat.id, chat.title, atMs);
  await db.chatWords.bulkDelete(earlier.map(({ chatId, word, field }): ChatWordKey => [chatId, word, field]));
  await db.chatWords.bulkPut(wordsOfTitle(chat.id, title.title, atMs));
  await db.chats.put({ ...chat, ...title });
}
