import { useCallback, useEffect, useRef, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import type { ModelInfo } from '@/src/core/llm/ai-service';
import type { ErrorInfo } from '@/src/schema/error-info';
import { sendCommand } from './send-command';
import { firstViewShown, useQuery } from './stored-data';

export type ModelListState =
  | { state: 'none' }
  /** `lastListed`: the list that was stored last; empty if there is none. */
  | { state: 'loading'; connectionId: string; lastListed: readonly ModelInfo[] }
  | { state: 'failed'; connectionId: string; error: ErrorInfo }
  | { state: 'loaded'; connectionId: string; models: readonly ModelInfo[] };

type Answer =
  | { state: 'failed'; error: ErrorInfo; atMs: number }
  | { state: 'loaded'; models: readonly ModelInfo[] };

export interface ModelListControl {
  modelList: ModelListState;
  /** Loads a connection's list from its endpoint. */
  loadModels(connectionId: string): Promise<void>;
  /** Loads the shown list again. */
  reload(): void;
}

/**
 * The model list of a connection, loaded when the panel opens and when the connection changes. If loading failed, the list is requested
 * again after the endpoint has answered a chat.
 *
 * @param answeredAtMs time of the newest answer of this connection's endpoint, in milliseconds since 1970; null if there is none
 */
export function useModels(connectionId: string | null, answeredAtMs: number | null): ModelListControl {
  /** Results by connection id; null while a list is loading. */
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer | null>>(new Map());
  const newest = useRef(new Map<string, symbol>());
  const lastRequestedId = useRef<string | null>(null);

  const loadModels = useCallback(async (id: string): Promise<void> => {
    const request = Symbol(id);
    newest.current.set(id, request);
    lastRequestedId.current = id;
    const settle = (answer: Answer | null) => {
      if (newest.current.get(id) !== request) return;
      // An unchanged map isn't rendered: the first request of a list changes nothing.
      setAnswers((current) =>
        (current.get(id) ?? null) === answer ? current : new Map(current).set(id, answer),
      );
    };
    settle(null);
    try {
      await firstViewShown();
      const { models } = await sendCommand({ type: 'list-models', connectionId: id });
      settle({ state: 'loaded', models });
    } catch (thrown) {
      settle({ state: 'failed', error: toErrorInfo(thrown), atMs: Date.now() });
    }
  }, []);

  useEffect(() => {
    if (connectionId !== null && lastRequestedId.current !== connectionId) void loadModels(connectionId);
  }, [connectionId, loadModels]);

  // Without an entry, or with null: the list is loading.
  const answer = answers.get(connectionId ?? '') ?? null;
  const isLoading = connectionId !== null && answer === null;
  const stored = useQuery(isLoading ? ({ lastModelList }) => lastModelList(connectionId) : null, [
    connectionId,
    isLoading,
  ]);
  const failedAtMs = answer?.state === 'failed' ? answer.atMs : null;
  useEffect(() => {
    const isBack = failedAtMs !== null && answeredAtMs !== null && answeredAtMs > failedAtMs;
    if (isBack && connectionId !== null) void loadModels(connectionId);
  }, [connectionId, failedAtMs, answeredAtMs, loadModels]);

  const modelList = (): ModelListState => {
    if (connectionId === null) return { state: 'none' };
    if (answer !== null) return { ...answer, connectionId };
    const lastListed = stored?.connectionId === connectionId ? stored.models : [];
    return { state: 'loading', connectionId, lastListed };
  };
  return {
    modelList: modelList(),
    loadModels,
    reload: () => {
      if (connectionId !== null) void loadModels(connectionId);
    },
  };
}
