import { useMemo } from 'react';
import { withFailure } from '@/src/core/records/live-tail';
import type { DetachedPanel } from '@/src/messages/detached-panel';
import { useDeletedChat } from '@/src/panel/chats/use-deleted-chat';
import { useQuery } from '@/src/panel/data/stored-data';
import { useAttachment } from '@/src/panel/data/use-attachment';
import { useChatView } from '@/src/panel/data/use-chat-view';
import { useLive, useLiveFeed } from '@/src/panel/data/use-live';
import { usePageHolder } from '@/src/panel/data/use-page-holder';
import { usePagePlace } from '@/src/panel/data/use-page-place';
import { useChatUsage } from '@/src/panel/settings/costs/use-chat-usage';

/**
 * Everything that the panel knows of the chat that it shows: what is stored, what is live, and its page; with the functions to
 * attach the panel to a chat.
 */
export function useShownChat(detached: DetachedPanel | null) {
  const attaching = useAttachment(detached);
  const { attachment, attach } = attaching;
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
  const unfinished = useQuery((queries) => queries.chatList.unfinished(), []) ?? [];
  const livePage = useLive(feed, (snapshot) => snapshot.page);
  const attachedPage = 'page' in attachment ? attachment.page : null;
  const page = livePage ?? attachedPage;
  return {
    attachment,
    attach,
    adopt: choosing(attaching.adopt),
    show: choosing(attaching.show),
    chatId,
    view,
    checkpoints: checkpoints ?? null,
    usage: useChatUsage(view),
    feed,
    /** Null before the first report of the background. */
    livePage,
    page,
    place: usePagePlace(page?.state === 'connected' ? page.tabId : null),
    holder: usePageHolder(chatId),
    isLost: useLive(feed, (snapshot) => snapshot.link === 'lost') ?? false,
    isSummarizing: useLive(feed, ({ summary }) => summary?.isWriting === true) ?? false,
    /** Before the panel is attached, its own chat would be counted as another chat. */
    otherChats: attachment.state === 'looking' ? [] : unfinished.filter((chat) => chat.chatId !== chatId),
  };
}
