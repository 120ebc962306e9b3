import { useRef } from 'react';
import type { ChatView } from '@/src/store/queries';
import { useQuery } from './stored-data';

/**
 * The stored chat with its newest messages, as a live query; null while loading, or without a chat. New messages are added until
 * the user sends another one; then the view begins with the newest page again.
 */
export function useChatView(chatId: string | null): ChatView | null {
  const shown = useRef<ChatView | null>(null);
  const view = useQuery(
    async (queries) => {
      if (chatId === null) return null;
      const known = shown.current?.chat.id === chatId ? shown.current.start : null;
      shown.current = await queries.chatView(chatId, known);
      return shown.current;
    },
    [chatId],
  );
  // Right after switching chats, the query still returns the previous one.
  return view?.chat.id === chatId ? (view ?? null) : null;
}
