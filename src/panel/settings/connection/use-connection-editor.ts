import { useEffect, useRef, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import type { CommandOf, ConnectionCheck } from '@/src/messages/commands';
import { sendCommand } from '@/src/panel/data/send-command';
import { useRefusedFields } from '@/src/panel/kit/fields/use-refused-fields';
import { useTypedFields } from '@/src/panel/kit/fields/use-typed-fields';
import type { Connection } from '@/src/schema/connection';
import type { ErrorInfo } from '@/src/schema/error-info';
import {
  type ConnectionFormState,
  fieldsOf,
  formOf,
  isSameAddress,
  readConnection,
  savedFields,
} from './connection-form-state';
import { headerChanges } from './header-changes';
import { useEndpointPermission } from './use-endpoint-permission';

/** State of the form. `tested` holds the last test's results until a field is changed. `address`: the one that is tested. */
export type EditorStage =
  | { state: 'editing' }
  | { state: 'saving' }
  | { state: 'loading-models' }
  | { state: 'testing'; address: string }
  | { state: 'tested'; address: string; checks: ConnectionCheck[] };

const EDITING: EditorStage = { state: 'editing' };

interface ConnectionEditor {
  form: ConnectionFormState;
  /** The stored connection; null before it is saved, and once it is deleted. */
  connection: Connection | null;
  /** True if another window deleted the connection. Saving adds it as a new one. */
  isDeleted: boolean;
  /** The id of the connection that the form has saved, or changes; null before. */
  savedId: string | null;
  /** True until everything is stored that the user saved; the form may be changed meanwhile, and saved again. */
  isStoring: boolean;
  stage: EditorStage;
  isBusy: boolean;
  /** True if there is anything to save. */
  isChanged: boolean;
  error: ErrorInfo | null;
  /** The reasons why a field can't be saved. */
  problemsOf(name: keyof ConnectionFormState): string[];
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
  const [lastRead, setLastRead] = useState(connection);
  if (connection !== null && connection !== lastRead) setLastRead(connection);
  // A connection that was just added is read a moment later.
  const isDeleted =
    savedId !== null && connection === null && (savedId === options.connectionId || savedId === lastRead?.id);
  // What was typed stays useful after the deletion, and so do the fields around it.
  const { fields, isTyped, change, noteSaved } = useTypedFields(fieldsOf(connection ?? lastRead));
  const form = formOf(fields);
  const { problemsOf, accept } = useRefusedFields(form);
  const isChanged = savedId === null || isDeleted || isTyped;
  const [stage, setStage] = useState<EditorStage>(EDITING);
  const [error, setError] = useState<ErrorInfo | null>(null);
  /** The newest save; null once it has ended. It resolves to the connection's id, or null if nothing was saved. */
  const [storing, setStoring] = useState<Promise<string | null> | null>(null);
  /** Counts what was begun or cancelled: only the newest is shown. */
  const newest = useRef(0);
  /** Counts changes of the form: results from before the last one are not shown. */
  const version = useRef(0);
  const requestPermission = useEndpointPermission(form.baseUrl);

  useEffect(() => {
    if (!isDeleted) return;
    newest.current += 1;
    setStage(EDITING);
    setError(null);
  }, [isDeleted]);

  const store = async (command: CommandOf<'save-connection'>): Promise<string> => {
    // Before any other await: the browser requires a user gesture.
    await requestPermission();
    // A save that is still under way may be adding the connection, which this one then changes.
    const earlierId = await storing;
    const connectionId = earlierId ?? (isDeleted ? null : savedId);
    if (earlierId === null && connectionId !== null && !isChanged) return connectionId;
    const saved = await sendCommand({ ...command, connectionId });
    setSavedId(saved.connectionId);
    noteSaved(fields, savedFields(command));
    return saved.connectionId;
  };
  const perform = async (work: (connectionId: string, isCurrent: () => boolean) => Promise<void>) => {
    const command = accept(readConnection(form, connection));
    if (command === null) return;
    newest.current += 1;
    const own = newest.current;
    const ownVersion = version.current;
    const isNewest = () => own === newest.current;
    const isCurrent = () => isNewest() && ownVersion === version.current;
    const fail = (thrown: unknown) => {
      setError(toErrorInfo(thrown));
      setStage(EDITING);
    };
    setStage({ state: 'saving' });
    setError(null);
    const stored = store(command);
    // Its own caller shows the error. A save that fails leaves the earlier one's connection in place.
    const ended = stored.catch(() => storing);
    setStoring(ended);
    void ended.then(() => setStoring((current) => (current === ended ? null : current)));
    let connectionId: string;
    try {
      connectionId = await stored;
    } catch (thrown) {
      // Shown also if the form was changed since: the user has to learn that nothing was saved.
      if (isNewest()) fail(thrown);
      return;
    }
    try {
      if (isCurrent()) await work(connectionId, isCurrent);
    } catch (thrown) {
      if (isCurrent()) fail(thrown);
    }
  };
  // Another window can change the address, too.
  const isOutdated = 'address' in stage && !isSameAddress(stage.address, form.baseUrl);
  const shownStage = isOutdated || isDeleted ? EDITING : stage;
  return {
    form,
    connection,
    isDeleted,
    savedId,
    isStoring: storing !== null,
    stage: shownStage,
    isBusy: shownStage.state !== 'editing' && shownStage.state !== 'tested',
    isChanged,
    error,
    problemsOf,
    change({ headers, ...changed }) {
      version.current += 1;
      change(
        headers === undefined
          ? changed
          : { ...changed, headerChanges: headerChanges(fields.headerNames, headers) },
      );
      setStage(EDITING);
      setError(null);
    },
    save() {
      void perform(async (id, isCurrent) => {
        setStage({ state: 'loading-models' });
        const failure = await loadModels(id);
        if (!isCurrent()) return;
        if (failure === null) return onConnected(id);
        setError(failure);
        setStage(EDITING);
      });
    },
    test() {
      const address = form.baseUrl;
      void perform(async (connectionId, isCurrent) => {
        setStage({ state: 'testing', address });
        const { checks } = await sendCommand({ type: 'test-connection', connectionId, model });
        if (!isCurrent()) return;
        setStage({ state: 'tested', address, checks });
        // Refreshes the model list in the header too, which shows its own errors.
        void loadModels(connectionId);
      });
    },
    cancel() {
      newest.current += 1;
      setStage(EDITING);
    },
  };
}
