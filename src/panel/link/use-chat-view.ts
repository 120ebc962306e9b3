import { useLiveQuery } from 'dexie-react-hooks';
import { type ChatView, chatView } from '@/src/store/queries';

/** The chat as the record has it, kept up to date; null while it is being read or where there is none. */
export function useChatView(chatId: string | null): ChatView | null {
  const view = useLiveQuery(async () => (chatId === null ? null : chatView(chatId)), [chatId]);
  // Right after a change of chat the query still holds the one before.
  return view?.chat.id === chatId ? (view ?? null) : null;
}
