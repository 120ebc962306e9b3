import { shownAddress } from '@/src/core/secrets/secret-address';
import type { PageStatus } from '@/src/messages/page-status';
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
  /** The address that the current page proposes for a new connection; null if none. */
  proposal: string | null;
  /** True if the chat has a model of a connection that exists. */
  isModelChosen: boolean;
  /** True while the form for a connection is shown. */
  needsFirst: boolean;
}

export function usePanelConnections(): PanelConnections {
  const { view, page } = useShownChat();
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
    proposal: proposedBaseUrl(page, list),
    isModelChosen:
      view !== null &&
      view.chat.settings.model !== null &&
      list.some(({ id }) => id === view.chat.settings.connectionId),
    needsFirst: inUse.isFirstRun && (!canRead || view.run?.status.state === 'waiting-for-endpoint'),
  };
}

/**
 * The base URL that the current page proposes as its own endpoint; null if it proposes none, if a connection to it
 * exists, or if it isn't on the page's origin: a page must not redirect a key to another host.
 */
export function proposedBaseUrl(page: PageStatus | null, connections: readonly Connection[]): string | null {
  if (page?.state !== 'connected' || page.proposedBaseUrl === null) return null;
  const proposed = page.proposedBaseUrl;
  if (!URL.canParse(proposed) || new URL(proposed).origin !== page.origin) return null;
  return connections.some(({ baseUrl }) => baseUrl === shownAddress(proposed)) ? null : proposed;
}
