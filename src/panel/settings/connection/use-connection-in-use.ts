import { useState } from 'react';
import type { Connection } from '@/src/schema/connection';
import type { ChatView } from '@/src/store/queries';
import { t } from '@/src/texts/i18n';

export interface ConnectionInUse {
  /** The connection whose models are listed; null if there is none. */
  usedId: string | null;
  usedLabel: string;
  /** The chat's model, if it belongs to the connection in use. */
  chosenModel: string | null;
  /** True while there is no connection. */
  isFirstRun: boolean;
  /** Time of the newest answer that the connection in use gave in this chat, in milliseconds since 1970; null if there is none. */
  answeredAtMs: number | null;
  use(connectionId: string): void;
  /** Called after the connection was deleted. */
  forget(connectionId: string): void;
}

/**
 * The connection whose models the panel lists: the one that the user selected here, else the chat's, else the newest. Listing sends no chat
 * content to it: the chat switches only when the user chooses a model.
 */
export function useConnectionInUse(
  connections: readonly Connection[] | undefined,
  view: Pick<ChatView, 'chat' | 'landmarks'> | null,
): ConnectionInUse {
  const settings = view?.chat.settings ?? null;
  const [pickedId, setPickedId] = useState<string | null>(null);
  const usedId = pickedId ?? settings?.connectionId ?? connections?.at(-1)?.id ?? null;
  const answer = settings?.connectionId === usedId ? view?.landmarks.response : null;

  // An alias may belong to another connection than the selected one. When the chat gets a new alias, the selection is dropped, so that the
  // list shows the alias's model.
  const aliasTarget =
    settings === null || settings.modelAlias === null
      ? null
      : JSON.stringify([settings.modelAlias, settings.connectionId]);
  const [followed, setFollowed] = useState(aliasTarget);
  if (followed !== aliasTarget) {
    setFollowed(aliasTarget);
    if (aliasTarget !== null) setPickedId(null);
  }

  return {
    usedId,
    // A deleted connection has no label any more.
    usedLabel:
      connections?.find((connection) => connection.id === usedId)?.label ?? t('connection.inUse.unnamed'),
    chosenModel: settings !== null && settings.connectionId === usedId ? settings.model : null,
    isFirstRun: pickedId === null && connections?.length === 0,
    answeredAtMs: answer?.createdAtMs ?? null,
    use: setPickedId,
    forget: (connectionId) => setPickedId((current) => (current === connectionId ? null : current)),
  };
}
