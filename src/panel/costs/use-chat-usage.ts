import { useMemo } from 'react';
import type { ChatView } from '@/src/store/queries';
import { useQuery } from '../link/stored-data';
import { type ChatUsage, chatUsage } from './chat-usage';

/** The usage of the chat that is shown; null while there is none, or it is being read. */
export function useChatUsage(view: ChatView | null): ChatUsage | null {
  const chatId = view?.chat.id ?? null;
  const connectionId = view?.chat.settings.connectionId ?? null;
  const history = useQuery(
    async (queries) =>
      chatId === null ? null : { chatId, entries: await queries.tokenUsageHistory(chatId) },
    [chatId],
  );
  const list = useQuery(
    async (queries) => (connectionId === null ? null : queries.lastModelList(connectionId)),
    [connectionId],
  );
  return useMemo(() => {
    // The queries return the previous chat's result until they have run again.
    if (view === null || history?.chatId !== view.chat.id) return null;
    const models = list?.connectionId === view.chat.settings.connectionId ? list.models : [];
    return chatUsage(view.chat.settings, view.messages, history.entries, models);
  }, [view, history, list]);
}
