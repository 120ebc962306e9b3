import { useMemo, useRef } from 'react';
import { useEqual } from '@/src/panel/kit/use-stable';
import type { Message } from '@/src/schema/message';
import type { TokenUsageEntry } from '@/src/schema/usage';
import type { ChatUsage, ChatView, Landmarks } from '@/src/store/queries';
import { useQuery } from './stored-data';
import { useLater } from './use-later';

/** Usage of the shown chat; null without a chat, or until it is read. */
export function useChatUsage(view: ChatView | null): ChatUsage | null {
  const history = useUsageHistory(useLater(view?.chat.id ?? null));
  // Costs are computed with the prices of the endpoint that got the request, which may not be the chat's current one.
  const asked = (history?.entries ?? NO_ENTRIES).flatMap(({ connectionId }) => connectionId ?? []);
  const ids = [...new Set([view?.chat.settings.connectionId ?? [], asked].flat())];
  const listed = useQuery(
    async ({ pricedModels, chatUsage }) => {
      const lists = new Map(await Promise.all(ids.map(async (id) => [id, await pricedModels(id)] as const)));
      // The function comes with the database's code, so that the start doesn't load it.
      return { lists, chatUsage };
    },
    [ids.join(' ')],
  );
  // Empty ids find no row.
  const connectionId = useLater(view?.chat.settings.connectionId ?? null) ?? '';
  const model = view?.chat.settings.model ?? '';
  const cut = useQuery(({ cutPromptOf }) => cutPromptOf(connectionId, model), [connectionId, model]) ?? null;
  const messages = view === null ? NO_MESSAGES : decisive(view.landmarks);
  // Each change of the chat creates new objects. This text changes only if the data change that the figures depend on.
  const state = JSON.stringify([
    view?.chat.id,
    view?.chat.settings,
    messages.map((message) => [message.id, 'state' in message && message.state]),
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state stands for the parts of the view
  const usage = useMemo(() => {
    // After a change of chat, the queries return the previous chat's result until they have run again.
    if (view === null || history?.chatId !== view.chat.id || listed === undefined) return null;
    // A list that isn't read yet has no prices.
    const modelsOf = (id: string | null) => listed.lists.get(id ?? '') ?? [];
    return listed.chatUsage(view.chat.settings, messages, history.entries, modelsOf, cut);
  }, [state, history, listed, cut]);
  // A list that is stored again changes nothing for most chats.
  return useEqual(usage);
}

interface UsageHistory {
  chatId: string;
  entries: readonly TokenUsageEntry[];
}

/** Usage rows of a chat; null without a chat. Stored rows never change, so only those from the last position on are read again. */
function useUsageHistory(chatId: string | null): UsageHistory | null | undefined {
  const cached = useRef<UsageHistory | null>(null);
  return useQuery(
    async ({ tokenUsageHistory }) => {
      if (chatId === null) return null;
      const before = cached.current?.chatId === chatId ? cached.current.entries : [];
      const from = before.at(-1)?.position ?? -Infinity;
      // Requests that have no message of their own share a position.
      const later = await tokenUsageHistory(chatId, from);
      cached.current = { chatId, entries: [...before.filter(({ position }) => position < from), ...later] };
      return cached.current;
    },
    [chatId],
  );
}

const NO_MESSAGES: readonly Message[] = [];
const NO_ENTRIES: readonly TokenUsageEntry[] = [];

/** Messages that the figures depend on, in order: the last accounting row, the last response, and the summaries. */
function decisive({ accounting, response, summaries }: Landmarks): readonly Message[] {
  return [accounting, response, ...summaries]
    .filter((message) => message !== null)
    .sort((a, b) => a.position - b.position);
}
