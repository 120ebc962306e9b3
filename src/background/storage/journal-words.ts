import { asStored } from '@/src/core/policy/under-policy';
import type { ChatTitle } from '@/src/core/ports/chat-journal';
import type { Chat } from '@/src/schema/chat';
import type { Message } from '@/src/schema/message';
import { type ChatWordKey, wordsOfMessages, wordsOfTitle } from '@/src/store/chat-words';
import type { StewardDatabase } from '@/src/store/db';

/**
 * Adds messages to a conversation, with the words by which a search finds their chat. Runs within the caller's
 * transaction.
 */
export async function addMessages(
  db: Pick<StewardDatabase, 'messages' | 'chatWords'>,
  messages: readonly Message[],
): Promise<void> {
  await db.messages.bulkAdd(messages);
  await db.chatWords.bulkPut(wordsOfMessages(messages));
}

/**
 * Changes a chat's title and the search words of the title. Has no effect if `title` is null, or if the user chose the
 * present title and not this one. Call it in a transaction. Returns the chat as it is stored now.
 */
export async function changeTitle(
  db: Pick<StewardDatabase, 'chats' | 'chatWords'>,
  chat: Chat,
  title: ChatTitle | null,
  atMs: number,
): Promise<Chat> {
  if (title === null || (chat.titleSource === 'user' && title.titleSource !== 'user')) return chat;
  const earlier = wordsOfTitle(chat.id, chat.title, atMs);
  await db.chatWords.bulkDelete(earlier.map(({ chatId, word, field }): ChatWordKey => [chatId, word, field]));
  await db.chatWords.bulkPut(wordsOfTitle(chat.id, title.title, atMs));
  const titled = { ...chat, ...title };
  await db.chats.put(asStored(titled));
  return titled;
}
