import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { ToolWording } from '@/src/core/adapter/tool-wording';
import { withFailure } from '@/src/core/records/live-tail';
import type { DetachedPanel } from '@/src/messages/detached-panel';
import { useDeletedChat } from '@/src/panel/chats/use-deleted-chat';
import { sendCommand } from '@/src/panel/data/send-command';
import { PagePlaceContext, type ShownChat, ShownChatContext } from '@/src/panel/data/shown-chat';
import { releaseQueries, useFirstQuery, useQuery } from '@/src/panel/data/stored-data';
import { type OfferedTool, ToolWordsContext, wordsByTool } from '@/src/panel/data/tool-words';
import { useAttachment } from '@/src/panel/data/use-attachment';
import { useChatUsage } from '@/src/panel/data/use-chat-usage';
import { useKnownSites } from '@/src/panel/data/use-known-sites';
import { useLive, useLiveFeed } from '@/src/panel/data/use-live';
import { usePagePlace } from '@/src/panel/data/use-page-place';
import { isPageElsewhere } from '@/src/panel/header/is-page-elsewhere';
import { CommandErrors } from '@/src/panel/kit/errors/command-errors';
import { useEqual, useStable } from '@/src/panel/kit/use-stable';
import type { ChatView, OtherHolder } from '@/src/store/queries';
import { useCloseByButton } from './use-close-by-button';

const NO_WORDINGS: readonly ToolWording[] = [];

interface ShownChatProviderProps {
  /** Chat and place of a detached panel; null for a side panel. */
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
  const view = useMemo(() => {
    if (stored === null || stored === undefined) return null;
    return stored.run === null ? stored : { ...stored, run: withFailure(stored.run, failed) };
  }, [stored, failed]);
  const { forget } = useDeletedChat(chatId, stored, attaching);
  const adopt = useStable((id: string) => {
    forget();
    attaching.adopt(id);
  });
  const show = useStable((id: string) => {
    forget();
    attaching.show(id);
  });
  const checkpoints = useQuery(
    async (queries) => (chatId === null ? null : queries.checkpointsOf(chatId)),
    [chatId],
  );
  const livePage = useLive(feed, (snapshot) => snapshot.page);
  const page = useEqual(livePage ?? ('page' in attachment ? attachment.page : null));
  const hasNoChat = attachment.state !== 'looking' && chatId === null;
  useEffect(() => {
    if (hasNoChat) releaseQueries();
  }, [hasNoChat]);
  const siteOrigin = view?.chat.binding?.origin ?? null;
  const siteMark = useQuery(
    async (queries) => (siteOrigin === null ? null : queries.siteMark(siteOrigin)),
    [siteOrigin],
  );
  const place = usePagePlace(page?.state === 'connected' ? page.tabId : null);
  const shown: ShownChat = {
    ...attaching,
    ...useKnownSites(view?.chat ?? null),
    detached,
    adopt,
    show,
    chatId,
    view,
    checkpoints: checkpoints ?? null,
    usage: useChatUsage(view),
    feed,
    page,
    // Sites may be anywhere: the user has chosen them by name.
    isElsewhere: !view?.chat.targets && isPageElsewhere(attachment, page, place, detached !== null),
    siteMark: siteMark ?? null,
    holder: usePageHolder(chatId),
  };
  useCloseByButton(shown, place);
  // Memoized by its members, since a new object would render the whole panel again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the object's members
  const context = useMemo(() => shown, Object.values(shown));
  return (
    <ShownChatContext value={context}>
      <CommandErrors chatId={chatId}>
        <ToolWordsProvider view={view} isNeeded={(view?.run ?? null) !== null}>
          <PagePlaceContext value={place}>{children}</PagePlaceContext>
        </ToolWordsProvider>
      </CommandErrors>
    </ShownChatContext>
  );
}

interface ToolWordsProviderProps {
  /** The shown chat; null until it is read. */
  view: ChatView | null;
  /** True if calls may be shown: the chat has a run, or the log is open. */
  isNeeded: boolean;
  children: ReactNode;
}

/**
 * Provides the wordings for {@link useToolWords} once they are needed. They come from the background: otherwise the panel would have to
 * load the code of all tools, which is several times larger than its own code at the start.
 */
export function ToolWordsProvider({ view, isNeeded, children }: ToolWordsProviderProps) {
  const adapterId = view?.chat.binding?.adapterId ?? null;
  const [loaded, setLoaded] = useState<{ adapterId: string | null; wordings: ToolWording[] } | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    let isCurrent = true;
    sendCommand({ type: 'word-tools', adapterId }).then(
      (wordings) => {
        if (isCurrent) setLoaded({ adapterId, wordings });
      },
      // The background has logged the failure. Without wordings, calls are shown by name and arguments.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [adapterId, isNeeded]);
  const wordings = loaded !== null && loaded.adapterId === adapterId ? loaded.wordings : NO_WORDINGS;
  const pageTools = (view?.chat.pageTools ?? []).map(({ name, title, fingerprint }) => ({
    name,
    title,
    fingerprint,
  }));
  // Compared as a string: each reading of the chat creates new objects, and new words would render all calls again.
  const offered = JSON.stringify(pageTools);
  const words = useMemo(
    () => wordsByTool(wordings, JSON.parse(offered) as OfferedTool[]),
    [wordings, offered],
  );
  return <ToolWordsContext value={words}>{children}</ToolWordsContext>;
}

/**
 * Live query of the stored chat with its newest messages; undefined while it is read, or without a chat, and null if no chat has this id.
 * The view grows with new messages. When the user sends another message, it begins with the newest batch again.
 */
export function useChatView(chatId: string | null): ChatView | null | undefined {
  /** The last view of this chat. An object for each chat: a slow reading of an earlier chat must not replace it. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: the object belongs to this chat.
  const shown = useMemo<{ view: ChatView | null }>(() => ({ view: null }), [chatId]);
  const read = useFirstQuery(
    async (queries) => {
      if (chatId === null) return null;
      shown.view = await queries.chatView(chatId, shown.view?.start ?? null);
      return { chatId, view: shown.view };
    },
    [chatId],
  );
  // Right after another chat is chosen, the query still returns the previous one.
  return read?.chatId === chatId ? read.view : undefined;
}

/** Live query of the other chat that works on this chat's page; null if there is none, or without a chat. */
function usePageHolder(chatId: string | null): OtherHolder | null {
  const [expiries, setExpiries] = useState(0);
  const holder =
    useQuery(
      async (queries) => (chatId === null ? null : queries.pageHolderOf(chatId)),
      [chatId, expiries],
    ) ?? null;
  const untilMs = holder?.untilMs ?? null;

  useEffect(() => {
    if (untilMs === null) return;
    // The expiry of the other chat's lease changes no row, so a timer starts the query again.
    const timer = setTimeout(() => setExpiries((count) => count + 1), Math.max(0, untilMs - Date.now()));
    return () => clearTimeout(timer);
  }, [untilMs]);
  return holder;
}
