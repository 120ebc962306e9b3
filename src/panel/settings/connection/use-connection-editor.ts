import { useEffect, useRef, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import type { CommandOf } from '@/src/messages/commands';
import type { ConnectionCheck } from '@/src/messages/endpoint-commands';
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

/**
 * State of the form. `tested` holds the last test's results until a field is changed. `address`: the address that is
 * tested.
 */
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
  /** Id of the connection that the form changes or has saved; null if there is none. */
  savedId: string | null;
  /** True until a save is stored; the form may be changed meanwhile. */
  isStoring: boolean;
  stage: EditorStage;
  isBusy: boolean;
  /** True if there is anything to save. */
  isChanged: boolean;
  error: ErrorInfo | null;
  /** Reasons why a field can't be saved; empty if there are none. */
  problemsOf(name: keyof ConnectionFormState): string[];
  change(fields: Partial<ConnectionFormState>): void;
  /** Saves and loads the models. Must be the first call in a click handler, since it requests a permission. */
  save(): void;
  /** Saves changes and tests the connection step by step. Must be the first call in a click handler, like `save`. */
  test(): void;
  /** Ends the wait for the endpoint. Test results or models that arrive later are not shown. */
  cancel(): void;
}

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
  // A connection that was just added is in `connections` a moment later.
  const isDeleted =
    savedId !== null && connection === null && (savedId === options.connectionId || savedId === lastRead?.id);
  // What was typed stays useful after the deletion, and so do the other fields.
  const { fields, isTyped, change, noteSaved } = useTypedFields(fieldsOf(connection ?? lastRead));
  const form = formOf(fields);
  const { problemsOf, accept } = useRefusedFields(form);
  const isChanged = savedId === null || isDeleted || isTyped;
  const [stage, setStage] = useState<EditorStage>(EDITING);
  const [error, setError] = useState<ErrorInfo | null>(null);
  /**
   * Incremented when an action begins or is cancelled, and by a change: only the result of the newest action is shown.
   */
  const newest = useRef(0);
  const requestPermission = useEndpointPermission(form.baseUrl);

  useEffect(() => {
    if (!isDeleted) return;
    newest.current += 1;
    setStage(unlessSaving);
    setError(null);
  }, [isDeleted]);

  const store = async (command: CommandOf<'save-connection'>): Promise<string> => {
    // Before any other await: the browser requires a user gesture.
    await requestPermission();
    const connectionId = isDeleted ? null : savedId;
    if (connectionId !== null && !isChanged) return connectionId;
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
    const isCurrent = () => own === newest.current;
    const fail = (thrown: unknown) => {
      setError(toErrorInfo(thrown));
      setStage(EDITING);
    };
    setStage({ state: 'saving' });
    setError(null);
    let connectionId: string;
    try {
      connectionId = await store(command);
    } catch (thrown) {
      // Shown even if the form was changed since: the user has to learn that nothing was saved.
      return fail(thrown);
    }
    if (!isCurrent()) return setStage(EDITING);
    try {
      await work(connectionId, isCurrent);
    } catch (thrown) {
      if (isCurrent()) fail(thrown);
    }
  };
  // Another window can change the address, too.
  const isOutdated = 'address' in stage && !isSameAddress(stage.address, form.baseUrl);
  const shownStage = isOutdated || isDeleted ? unlessSaving(stage) : stage;
  return {
    form,
    connection,
    isDeleted,
    savedId,
    isStoring: stage.state === 'saving',
    stage: shownStage,
    isBusy: shownStage.state !== 'editing' && shownStage.state !== 'tested',
    isChanged,
    error,
    problemsOf,
    change({ headers, ...changed }) {
      newest.current += 1;
      change(
        headers === undefined
          ? changed
          : { ...changed, headerChanges: headerChanges(fields.headerNames, headers) },
      );
      setStage(unlessSaving);
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
        // Also refreshes the model list in the header, which shows its own errors.
        void loadModels(connectionId);
      });
    },
    cancel() {
      newest.current += 1;
      setStage(EDITING);
    },
  };
}

/** The stage after its subject changed. A save in progress stays, so that no second save begins beside it. */
function unlessSaving(stage: EditorStage): EditorStage {
  return stage.state === 'saving' ? stage : EDITING;
}
