import { useState } from 'react';
import { type ModelListState, useModels } from '@/src/panel/data/use-models';
import type { Connection } from '@/src/schema/connection';
import type { ChatView } from '@/src/store/queries';
import { t } from '@/src/texts/i18n';

export interface ConnectionInUse {
  /** The connection whose models are listed; null if there is none. */
  usedId: string | null;
  usedLabel: string;
  /** The chat's model, if it belongs to the connection in use. */
  chosenModel: string | null;
  modelList: ModelListState;
  /** True while there is no connection. */
  isFirstRun: boolean;
  loadModels(connectionId: string): Promise<void>;
  reload(): void;
  use(connectionId: string): void;
  /** Called after the connection was deleted. */
  forget(connectionId: string): void;
}

/**
 * The connection whose models the panel lists: the one selected here, else the chat's, else the newest. Listing alone
 * sends no chat content to it: the chat switches to it when a model is chosen.
 */
export function useConnectionInUse(
  connections: readonly Connection[] | undefined,
  view: Pick<ChatView, 'chat' | 'landmarks'> | null,
): ConnectionInUse {
  const settings = view?.chat.settings ?? null;
  const [pickedId, setPickedId] = useState<string | null>(null);
  const usedId = pickedId ?? settings?.connectionId ?? connections?.at(-1)?.id ?? null;
  const answer = settings?.connectionId === usedId ? view?.landmarks.response : null;
  const { modelList, loadModels } = useModels(usedId, answer?.createdAtMs ?? null);

  // An alias can lead to another connection than the one selected here, and the list has to show its model.
  const aliasTarget =
    settings === null || settings.modelAlias === null
      ? null
      : JSON.stringify([settings.modelAlias, settings.connectionId]);
  const [followed, setFollowed] = useState(aliasTarget);
  if (followed !== aliasTarget) {
    setFollowed(aliasTarget);
    if (aliasTarget !== null) setPickedId(null);
  }

  const forget = (connectionId: string) => {
    setPickedId((current) => (current === connectionId ? null : current));
    // The chat may still reference the connection: loading its models again shows the error in the model list.
    if (connectionId === usedId) void loadModels(connectionId);
  };
  const reload = () => {
    if (usedId !== null) void loadModels(usedId);
  };
  return {
    usedId,
    // The connection was deleted, and its label with it.
    usedLabel:
      connections?.find((connection) => connection.id === usedId)?.label ?? t('connection.inUse.unnamed'),
    chosenModel: settings !== null && settings.connectionId === usedId ? settings.model : null,
    modelList,
    isFirstRun: pickedId === null && connections?.length === 0,
    loadModels,
    reload,
    use: setPickedId,
    forget,
  };
}
