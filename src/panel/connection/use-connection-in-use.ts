import { useCallback, useState } from 'react';
import type { ErrorInfo } from '@/src/core/errors';
import type { ChatSettings } from '@/src/core/records/chat';
import type { Connection } from '@/src/store/db';
import { type ModelList, useModels } from '../header/use-models';

interface ConnectionInUse {
  /** The connection whose models are listed; null before there is any. */
  usedId: string | null;
  usedLabel: string;
  /** The chat's model, if it belongs to the connection in use. */
  chosenModel: string | null;
  modelList: ModelList;
  /** Whether the first connection is still to be made: true until one has answered. */
  isFirstRun: boolean;
  loadModels(connectionId: string): Promise<ErrorInfo | null>;
  reload(): void;
  use(connectionId: string): void;
  /** The connection was deleted. */
  forget(connectionId: string): void;
}

/**
 * Which connection the panel offers models of: the one picked here, else the chat's, else the newest. Nothing is
 * sent to it for that reason alone: the chat goes over to it when a model is chosen.
 */
export function useConnectionInUse(
  connections: readonly Connection[] | undefined,
  settings: ChatSettings | null,
): ConnectionInUse {
  const [pickedId, setPickedId] = useState<string | null>(null);
  const [isFirstRun, setIsFirstRun] = useState(false);
  const usedId = pickedId ?? settings?.connectionId ?? connections?.at(-1)?.id ?? null;
  const { modelList, loadModels } = useModels(usedId);

  if (connections?.length === 0 && pickedId === null && !isFirstRun) setIsFirstRun(true);

  const use = useCallback((connectionId: string) => {
    setPickedId(connectionId);
    setIsFirstRun(false);
  }, []);
  const forget = useCallback(
    (connectionId: string) => {
      setPickedId((current) => (current === connectionId ? null : current));
      // A chat may still name it: asking again says what is missing, where its models were listed.
      if (connectionId === usedId) void loadModels(connectionId);
    },
    [usedId, loadModels],
  );
  const reload = useCallback(() => {
    if (usedId !== null) void loadModels(usedId);
  }, [usedId, loadModels]);
  return {
    usedId,
    usedLabel: connections?.find((connection) => connection.id === usedId)?.label ?? 'The endpoint',
    chosenModel: settings !== null && settings.connectionId === usedId ? settings.model : null,
    modelList,
    isFirstRun,
    loadModels,
    reload,
    use,
    forget,
  };
}
