import { createContext, useCallback, useContext } from 'react';
import { isActive } from '@/src/core/records/transition';
import type { Command } from '@/src/messages/commands';
import type { DetachedPanel } from '@/src/messages/detached-panel';
import type { PageStatus } from '@/src/messages/page-status';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import type { SiteMark } from '@/src/schema/site';
import type { ChatUsage, ChatView, checkpointsOf, OtherHolder } from '@/src/store/queries';
import type { LiveFeed } from './live-feed';
import { sendCommand } from './send-command';
import type { AttachmentControl } from './use-attachment';
import type { KnownSites } from './use-known-sites';
import type { TabPlace } from './use-page-place';

/** The chat that the panel shows: its stored and live data, and its page. */
export interface ShownChat extends AttachmentControl, KnownSites {
  /** Chat and place of a detached panel; null for a side panel. */
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
  /** The page's live status; before the first one, its status when the panel was attached; null while the panel isn't attached. */
  page: PageStatus | null;
  /** True if the page is in another window than the panel, or may be. */
  isElsewhere: boolean;
  /** The user's name and colour for the chat's site; null if the user gave none, and until it is loaded. */
  siteMark: SiteMark | null;
  /** The other chat that works on the page; null if none does. */
  holder: OtherHolder | null;
}

/** Context in which the shell provides the shown chat. */
export const ShownChatContext = createContext<ShownChat | null>(null);

/** Location of the page relative to the panel; null while unknown. A context of its own, since only the page line shows it. */
export const PagePlaceContext = createContext<TabPlace | null>(null);

/** The chat that the panel shows. Throws outside of a panel. */
export function useShownChat(): ShownChat {
  const shown = useContext(ShownChatContext);
  if (shown === null) throw new Error('No component above provides the shown chat.');
  return shown;
}

/** The stored chat. Only for components that are rendered once it is read: throws before. */
export function useShownView(): ChatView {
  const { view } = useShownChat();
  if (view === null) throw new Error('The shown chat is not read yet.');
  return view;
}

/** True while the run of the shown chat works, or waits for something other than the user. */
export function useIsBusy(): boolean {
  const { run } = useShownView();
  return run !== null && isActive(run.status);
}

/** Returns a function like `perform` of `useCommands` that passes the shown chat's id to the work. Resolves to false without a chat. */
export function useInChat(): (work: (chatId: string) => Promise<unknown>) => Promise<boolean> {
  const { chatId } = useShownChat();
  const { perform } = useCommands();
  return useCallback(
    async (work) => chatId !== null && (await perform(() => work(chatId))),
    [chatId, perform],
  );
}

/** A command about a chat, without the chat. */
type WithoutChat<Sent> = Sent extends { chatId: string } ? Omit<Sent, 'chatId'> : never;

/** Returns a function like that of `useSend`, for commands about the shown chat. Resolves to false without a chat. */
export function useSendInChat(): (command: WithoutChat<Command>) => Promise<boolean> {
  const inChat = useInChat();
  return useCallback(
    (command) => inChat((chatId) => sendCommand({ ...command, chatId } as Command)),
    [inChat],
  );
}
