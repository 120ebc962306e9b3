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

/** Replaces the stored title of a chat, and the search words of the old title, unless it is the user's. Runs within the caller's transaction. */
export async function changeTitle(
  db: Pick<StewardDatabase, 'chats' | 'chatWords'>,
  chat: Chat,
  title: ChatTitle,
  atMs: number,
): Promise<void> {
  if (!mayTake(chat, title)) return;
  await changeTitleWords(db, chat, title, atMs);
  await db.chats.put({ ...chat, ...title });
}

/** False if the title would replace one that the user chose. */
export function mayTake(chat: Chat, title: ChatTitle): boolean {
  return chat.titleSource !== 'user' || title.titleSource === 'user';
}

/** Replaces the search words of a chat's old title. Runs within the caller's transaction, which stores the title. */
export async function changeTitleWords(
  db: Pick<StewardDatabase, 'chatWords'>,
  chat: Chat,
  { title }: ChatTitle,
  atMs: number,
): Promise<void> {
  const earlier = wordsOfTitle(chat.id, chat.title, atMs);
  await db.chatWords.bulkDelete(earlier.map(({ chatId, word, field }): ChatWordKey => [chatId, word, field]));
  await db.chatWords.bulkPut(wordsOfTitle(chat.id, title, atMs));
}
