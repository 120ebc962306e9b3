import { useCallback, useEffect, useRef, useState } from 'react';
import { type ErrorInfo, toErrorInfo } from '@/src/core/errors';
import type { ModelInfo } from '@/src/core/llm/ai-service';
import { sendCommand } from '../link/send-command';

/** The models of one connection, as far as they are known. */
export type ModelList =
  | { state: 'none' }
  | { state: 'loading'; connectionId: string }
  | { state: 'failed'; connectionId: string; error: ErrorInfo }
  | { state: 'loaded'; connectionId: string; models: ModelInfo[] };

interface ModelListControl {
  modelList: ModelList;
  /** Asks the endpoint again; resolves to what went wrong, or null. */
  loadModels(connectionId: string): Promise<ErrorInfo | null>;
}

/** The model list of a connection, asked for once each time the panel opens or goes over to another connection. */
export function useModels(connectionId: string | null): ModelListControl {
  const [modelList, setModelList] = useState<ModelList>({ state: 'none' });
  const newest = useRef<{ connectionId: string } | null>(null);

  const loadModels = useCallback(async (id: string): Promise<ErrorInfo | null> => {
    const request = { connectionId: id };
    newest.current = request;
    const settle = (next: ModelList) => {
      if (newest.current === request) setModelList(next);
    };
    settle({ state: 'loading', connectionId: id });
    try {
      const { models } = await sendCommand({ type: 'list-models', connectionId: id });
      settle({ state: 'loaded', connectionId: id, models });
      return null;
    } catch (thrown) {
      const error = toErrorInfo(thrown);
      settle({ state: 'failed', connectionId: id, error });
      return error;
    }
  }, []);

  useEffect(() => {
    if (connectionId !== null && newest.current?.connectionId !== connectionId) void loadModels(connectionId);
  }, [connectionId, loadModels]);

  return { modelList, loadModels };
}
