import { useMemo, useRef } from 'react';
import { useDelayed } from '@/src/panel/kit/lazy/use-delayed';
import type { Message } from '@/src/schema/message';
import type { TokenUsageEntry } from '@/src/schema/usage';
import type { ChatView, Landmarks } from '@/src/store/queries';
import { type ChatUsage, chatUsage } from './chat-usage';
import { useQuery } from './stored-data';

/** Usage of the shown chat; null without a chat, or while it is being read. */
export function useChatUsage(view: ChatView | null): ChatUsage | null {
  const history = useUsageHistory(useDelayed(view?.chat.id ?? null));
  // Prices are those of the endpoint that got the request, not of the one that the chat uses now.
  const asked = (history?.entries ?? NO_ENTRIES).flatMap(({ connectionId }) => connectionId ?? []);
  const ids = [...new Set([view?.chat.settings.connectionId ?? [], asked].flat())];
  const lists = useQuery(
    async (queries) => (await Promise.all(ids.map(queries.lastModelList))).filter((list) => list !== null),
    [ids.join(' ')],
  );
  // Without a choice, no rows are found.
  const connectionId = useDelayed(view?.chat.settings.connectionId ?? null) ?? '';
  const model = view?.chat.settings.model ?? '';
  const cut = useQuery(({ cutPromptOf }) => cutPromptOf(connectionId, model), [connectionId, model]) ?? null;
  const messages = view === null ? NO_MESSAGES : decisive(view.landmarks);
  // Each change of the chat makes new objects. This text changes only with the data that the figures depend on.
  const state = JSON.stringify([
    view?.chat.id,
    view?.chat.settings,
    messages.map((message) => [message.id, 'state' in message && message.state]),
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state stands for the parts of the view
  return useMemo(() => {
    // The queries return the previous chat's result until they have run again.
    if (view === null || history?.chatId !== view.chat.id) return null;
    // Without a stored list, an endpoint's prices are unknown.
    const modelsOf = (id: string | null) =>
      lists?.find(({ connectionId }) => connectionId === id)?.models ?? [];
    return chatUsage(view.chat.settings, messages, history.entries, modelsOf, cut);
  }, [state, history, lists, cut]);
}

interface UsageHistory {
  chatId: string;
  entries: readonly TokenUsageEntry[];
}

/** Usage rows of a chat; null without a chat. Rows never change, so later ones are added to those that were read. */
function useUsageHistory(chatId: string | null): UsageHistory | null | undefined {
  const known = useRef<UsageHistory | null>(null);
  return useQuery(
    async ({ tokenUsageHistory }) => {
      if (chatId === null) return null;
      const before = known.current?.chatId === chatId ? known.current.entries : [];
      const later = await tokenUsageHistory(chatId, before.at(-1)?.position ?? -Infinity);
      known.current = { chatId, entries: [...before, ...later] };
      return known.current;
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
