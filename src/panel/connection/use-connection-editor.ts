import { useRef, useState } from 'react';
import { type ErrorInfo, toErrorInfo } from '@/src/core/errors';
import type { ConnectionCheck } from '@/src/messages/commands';
import type { Connection } from '@/src/store/db';
import { sendCommand } from '../link/send-command';
import {
  type ConnectionFormState,
  formStateOf,
  isChanged,
  saveCommand,
  savedFormState,
} from './connection-form-state';
import { useEndpointPermission } from './use-endpoint-permission';

/** State of the form. `tested` holds the last test's results until a field is changed. */
export type EditorStage =
  | { state: 'editing' }
  | { state: 'saving' }
  | { state: 'loading-models' }
  | { state: 'testing' }
  | { state: 'tested'; checks: ConnectionCheck[] };

interface ConnectionEditor {
  form: ConnectionFormState;
  /** The stored connection; null before it is saved. */
  connection: Connection | null;
  stage: EditorStage;
  isBusy: boolean;
  /** True if there is anything to save. */
  isChanged: boolean;
  error: ErrorInfo | null;
  change(fields: Partial<ConnectionFormState>): void;
  /** Saves and loads the models. Must be the first call in a click handler, since it requests a permission. */
  save(): void;
  /** Saves changes and tests the connection step by step. Must be the first call in a click handler, like `save`. */
  test(): void;
  /** Ends the wait for the endpoint: a test's results, or a list of models, that come later are not shown. */
  cancel(): void;
}

/** State and actions of the connection form. */
export function useConnectionEditor(options: {
  /** The connection to change; null for a new one. */
  connectionId: string | null;
  connections: readonly Connection[];
  /** The chat's model, if the chat uses this connection. */
  model: string | null;
  loadModels(connectionId: string): Promise<ErrorInfo | null>;
  onConnected(connectionId: string): void;
}): ConnectionEditor {
  const { connections, model, loadModels, onConnected } = options;
  const [savedId, setSavedId] = useState(options.connectionId);
  const connection = connections.find(({ id }) => id === savedId) ?? null;
  const [form, setForm] = useState(() => formStateOf(connection));
  const [stage, setStage] = useState<EditorStage>({ state: 'editing' });
  const [error, setError] = useState<ErrorInfo | null>(null);
  /** Counts what was begun or cancelled: only the newest is shown. */
  const newest = useRef(0);
  const requestPermission = useEndpointPermission(form.baseUrl);

  const store = async (): Promise<string> => {
    const command = { ...saveCommand(form, connection), connectionId: savedId };
    // Before any other await: the browser requires a user gesture.
    await requestPermission();
    if (savedId !== null && !isChanged(form, connection)) return savedId;
    const { connectionId } = await sendCommand(command);
    setSavedId(connectionId);
    setForm(savedFormState(command));
    return connectionId;
  };
  const perform = async (work: (connectionId: string, isCurrent: () => boolean) => Promise<void>) => {
    newest.current += 1;
    const own = newest.current;
    const isCurrent = () => own === newest.current;
    setStage({ state: 'saving' });
    setError(null);
    try {
      await work(await store(), isCurrent);
    } catch (thrown) {
      if (!isCurrent()) return;
      setError(toErrorInfo(thrown));
      setStage({ state: 'editing' });
    }
  };
  return {
    form,
    connection,
    stage,
    isBusy: stage.state !== 'editing' && stage.state !== 'tested',
    isChanged: isChanged(form, connection),
    error,
    change(fields) {
      setForm((current) => ({ ...current, ...fields }));
      setStage({ state: 'editing' });
      setError(null);
    },
    save() {
      void perform(async (id, isCurrent) => {
        setStage({ state: 'loading-models' });
        const failure = await loadModels(id);
        if (!isCurrent()) return;
        if (failure === null) return onConnected(id);
        setError(failure);
        setStage({ state: 'editing' });
      });
    },
    test() {
      void perform(async (connectionId, isCurrent) => {
        setStage({ state: 'testing' });
        const { checks } = await sendCommand({ type: 'test-connection', connectionId, model });
        if (!isCurrent()) return;
        setStage({ state: 'tested', checks });
        // Refreshes the model list in the header too, which shows its own errors.
        void loadModels(connectionId);
      });
    },
    cancel() {
      newest.current += 1;
      setStage({ state: 'editing' });
    },
  };
}
