import { useShownChat } from '@/src/panel/data/shown-chat';
import { useQuery } from '@/src/panel/data/stored-data';
import {
  type ConnectionInUse,
  useConnectionInUse,
} from '@/src/panel/settings/connection/use-connection-in-use';
import type { Connection } from '@/src/schema/connection';

export interface PanelConnections {
  list: readonly Connection[];
  /** False until the stored connections are read. */
  isRead: boolean;
  inUse: ConnectionInUse;
  /** The connection whose models are listed; null if there is none. */
  listedId: string | null;
  /** True if the chat has a model and its connection exists. */
  isModelChosen: boolean;
  /** True while the form for a connection is shown. */
  needsFirst: boolean;
}

export function usePanelConnections(): PanelConnections {
  const { view } = useShownChat();
  const stored = useQuery((queries) => queries.connections(), []);
  const inUse = useConnectionInUse(stored, view);
  // Without a connection, an imported chat can still be read, so its messages are shown instead of the form. The form is shown if a message
  // waits for a connection, or if the chat's connection was deleted. In a chat with answers, the form follows them.
  const canRead = view !== null && view.messages.length > 0 && view.chat.settings.connectionId === null;
  const list = stored ?? [];
  return {
    list,
    isRead: stored !== undefined,
    inUse,
    listedId: inUse.isFirstRun ? null : inUse.usedId,
    isModelChosen:
      view !== null &&
      view.chat.settings.model !== null &&
      list.some(({ id }) => id === view.chat.settings.connectionId),
    needsFirst: inUse.isFirstRun && (!canRead || view.run?.status.state === 'waiting-for-endpoint'),
  };
}
