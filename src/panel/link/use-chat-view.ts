import type { ChatView } from '@/src/store/queries';
import { useQuery } from './stored-data';

/** The stored chat as a live query; null while loading, or without a chat. */
export function useChatView(chatId: string | null): ChatView | null {
  const view = useQuery(async (queries) => (chatId === null ? null : queries.chatView(chatId)), [chatId]);
  // Right after switching chats, the query still returns the previous one.
  return view?.chat.id === chatId ? (view ?? null) : null;
}
