import { createContext, useCallback, useContext } from 'react';
import type { DetachedPanel } from '@/src/messages/detached-panel';
import type { PageStatus } from '@/src/messages/page-status';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import type { ChatView, checkpointsOf, OtherHolder } from '@/src/store/queries';
import type { ChatUsage } from './chat-usage';
import type { LiveFeed } from './live-feed';
import type { AttachmentControl } from './use-attachment';
import type { TabPlace } from './use-page-place';

/** Everything that the panel knows of the chat that it shows: what is stored, what is live, and its page. */
export interface ShownChat extends AttachmentControl {
  /** The place of a panel that is beside no page; null for a side panel. */
  detached: DetachedPanel | null;
  /** Null while there is no chat. */
  chatId: string | null;
  /** The stored chat; null until it is read. */
  view: ChatView | null;
  /** Null until they are read. */
  checkpoints: Awaited<ReturnType<typeof checkpointsOf>> | null;
  /** Null until it is read. */
  usage: ChatUsage | null;
  /** Null while there is no chat. */
  feed: LiveFeed | null;
  /** Null before the first report of the background. */
  livePage: PageStatus | null;
  /** The page as it is known at least from attaching; null until the panel is attached. */
  page: PageStatus | null;
  /** Null while unknown. */
  place: TabPlace | null;
  /** The other chat that works on the page; null if none does. */
  holder: OtherHolder | null;
}

/** Hands the shown chat down; the shell provides it. */
export const ShownChatContext = createContext<ShownChat | null>(null);

/** The chat that the panel shows. Throws outside of a panel. */
export function useShownChat(): ShownChat {
  const shown = useContext(ShownChatContext);
  if (shown === null) throw new Error('No component above provides the shown chat.');
  return shown;
}

/** The stored chat, in a component that isn't rendered before it is read. */
export function useShownView(): ChatView {
  const { view } = useShownChat();
  if (view === null) throw new Error('The shown chat is not read yet.');
  return view;
}

/** Runs a command in the shown chat, as `perform` does. Resolves to false without a chat. */
export function useInChat(): (work: (chatId: string) => Promise<unknown>) => Promise<boolean> {
  const { chatId } = useShownChat();
  const { perform } = useCommands();
  return useCallback(
    async (work) => chatId !== null && (await perform(() => work(chatId))),
    [chatId, perform],
  );
}
