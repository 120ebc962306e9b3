import { useLiveQuery } from 'dexie-react-hooks';
import { type ChatView, chatView } from '@/src/store/queries';

/** The stored chat as a live query; null while loading, or without a chat. */
export function useChatView(chatId: string | null): ChatView | null {
  const view = useLiveQuery(async () => (chatId === null ? null : chatView(chatId)), [chatId]);
  // Right after switching chats, the query still returns the previous one.
  return view?.chat.id === chatId ? (view ?? null) : null;
}
