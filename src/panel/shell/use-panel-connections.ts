import { useShownChat } from '@/src/panel/data/shown-chat';
import { useQuery } from '@/src/panel/data/stored-data';
import type { ModelListState } from '@/src/panel/data/use-models';
import {
  type ConnectionInUse,
  useConnectionInUse,
} from '@/src/panel/settings/connection/use-connection-in-use';
import type { Connection } from '@/src/schema/connection';

export interface PanelConnections {
  list: readonly Connection[];
  inUse: ConnectionInUse;
  /** The models that the header offers; none while there is no connection. */
  modelList: ModelListState;
  /** True if the chat has a model of a connection that exists. */
  isModelChosen: boolean;
  /** True while the form for a connection is shown. */
  needsFirst: boolean;
}

export function usePanelConnections(): PanelConnections {
  const { view } = useShownChat();
  const stored = useQuery((queries) => queries.connections(), []);
  const inUse = useConnectionInUse(stored, view);
  // An imported chat can be read before there is any connection. The form is needed for a message that waits for a
  // connection, and for a chat whose connection was deleted. After a conversation with answers, the form follows these.
  const canRead = view !== null && view.messages.length > 0 && view.chat.settings.connectionId === null;
  const list = stored ?? [];
  return {
    list,
    inUse,
    modelList: inUse.isFirstRun ? { state: 'none' } : inUse.modelList,
    isModelChosen:
      view !== null &&
      view.chat.settings.model !== null &&
      list.some(({ id }) => id === view.chat.settings.connectionId),
    needsFirst: inUse.isFirstRun && (!canRead || view.run?.status.state === 'waiting-for-endpoint'),
  };
}
