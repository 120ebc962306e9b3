import { type ReactNode, useMemo } from 'react';
import { withFailure } from '@/src/core/records/live-tail';
import type { DetachedPanel } from '@/src/messages/detached-panel';
import { useDeletedChat } from '@/src/panel/chats/use-deleted-chat';
import { ShownChatContext } from '@/src/panel/data/shown-chat';
import { useQuery } from '@/src/panel/data/stored-data';
import { useAttachment } from '@/src/panel/data/use-attachment';
import { useChatUsage } from '@/src/panel/data/use-chat-usage';
import { useChatView } from '@/src/panel/data/use-chat-view';
import { useLive, useLiveFeed } from '@/src/panel/data/use-live';
import { usePageHolder } from '@/src/panel/data/use-page-holder';
import { usePagePlace } from '@/src/panel/data/use-page-place';
import { CommandErrors } from '@/src/panel/kit/errors/command-errors';
import { ToolWordsProvider } from './tool-words-provider';

interface ShownChatProviderProps {
  /** The chat with which a detached panel opens; null for a side panel. */
  detached: DetachedPanel | null;
  children: ReactNode;
}

/** Attaches the panel to a chat, follows that chat, and keeps the errors of its commands. */
export function ShownChatProvider({ detached, children }: ShownChatProviderProps) {
  const attaching = useAttachment(detached);
  const { attachment } = attaching;
  const chatId = attachment.state === 'attached' ? attachment.chatId : null;
  const stored = useChatView(chatId);
  const feed = useLiveFeed(chatId);
  const failed = useLive(feed, ({ tail }) => (tail?.failure === undefined ? null : tail));
  const view = useMemo(
    () =>
      stored === null || stored.run === null ? stored : { ...stored, run: withFailure(stored.run, failed) },
    [stored, failed],
  );
  const { forget } = useDeletedChat(chatId, view, attaching);
  const choosing = (choose: (id: string) => void) => (id: string) => {
    forget();
    choose(id);
  };
  const checkpoints = useQuery(
    async (queries) => (chatId === null ? null : queries.checkpointsOf(chatId)),
    [chatId],
  );
  const livePage = useLive(feed, (snapshot) => snapshot.page);
  const page = livePage ?? ('page' in attachment ? attachment.page : null);
  const shown = {
    ...attaching,
    detached,
    adopt: choosing(attaching.adopt),
    show: choosing(attaching.show),
    chatId,
    view,
    checkpoints: checkpoints ?? null,
    usage: useChatUsage(view),
    feed,
    livePage,
    page,
    place: usePagePlace(page?.state === 'connected' ? page.tabId : null),
    holder: usePageHolder(chatId),
  };
  return (
    <ShownChatContext value={shown}>
      <CommandErrors chatId={chatId}>
        <ToolWordsProvider view={view}>{children}</ToolWordsProvider>
      </CommandErrors>
    </ShownChatContext>
  );
}
