import { useEffect, useRef, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import type { CommandOf } from '@/src/messages/commands';
import type { ConnectionTestResult } from '@/src/messages/endpoint-commands';
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
} from './connection-form-state';
import { headerChanges } from './header-changes';
import { useEndpointPermission } from './use-endpoint-permission';

type EnteredConnection = CommandOf<'save-connection'>['connection'];

/**
 * State of the form. `asking`: the browser may be showing its permission prompt. `tested`: until a field is changed. `entered`: the data
 * that is or was tested.
 */
export type EditorStage =
  | { state: 'editing' }
  | { state: 'asking' }
  | { state: 'testing'; entered: EnteredConnection }
  | { state: 'tested'; entered: EnteredConnection; result: ConnectionTestResult }
  | { state: 'saving' };

const EDITING: EditorStage = { state: 'editing' };

interface ConnectionEditor {
  form: ConnectionFormState;
  /** The stored connection; null before it is saved, and once it is deleted. */
  connection: Connection | null;
  /** True if another window deleted the connection. Saving adds it as a new one. */
  isDeleted: boolean;
  stage: EditorStage;
  isBusy: boolean;
  /** True if there is anything to save. */
  isChanged: boolean;
  /** Error of the last permission request, test or save; null if none failed. */
  error: ErrorInfo | null;
  /** Reasons why a field can't be read; empty if there are none. */
  problemsOf(name: keyof ConnectionFormState): readonly string[];
  change(fields: Partial<ConnectionFormState>): void;
  /**
   * Tests the endpoint, and saves the changes if the test passes. Must be called in a click handler before any await, since it requests a
   * permission.
   */
  connect(): void;
  /** Saves the tested data although the test failed. */
  saveAnyway(): void;
  /** Stops waiting for the endpoint: nothing is saved, and a late result is ignored. */
  cancel(): void;
}

export interface ConnectionEditorOptions {
  /** The connection to change; null for a new one. */
  connectionId: string | null;
  connections: readonly Connection[];
  /** Initial address of a new connection; empty for none. */
  address: string;
  /** The chat's model if the chat uses this connection, else null. The test uses this model. */
  model: string | null;
  /** Called once the connection is saved. `model`: the model that answered the test; null if none did. */
  onConnected(connectionId: string, model: string | null): void;
}

export function useConnectionEditor(options: ConnectionEditorOptions): ConnectionEditor {
  const { connectionId, connections, address, model, onConnected } = options;
  const connection = connections.find(({ id }) => id === connectionId) ?? null;
  const [lastRead, setLastRead] = useState(connection);
  if (connection !== null && connection !== lastRead) setLastRead(connection);
  const isDeleted = connectionId !== null && connection === null;
  // If the connection is deleted, the form keeps all fields, so that the user can save it as a new one.
  const { fields, isTyped, change } = useTypedFields(fieldsOf(connection ?? lastRead, address));
  const form = formOf(fields);
  const { problemsOf, accept } = useRefusedFields(form);
  const isChanged = connection === null || isTyped;
  const wanted = form.model.trim() === '' ? model : form.model.trim();
  const [stage, setStage] = useState<EditorStage>(EDITING);
  const [error, setError] = useState<ErrorInfo | null>(null);
  /**
   * Number of the newest action. A new action, a cancellation and a change of a field increment it, so that the result of an older action
   * is ignored.
   */
  const newest = useRef(0);
  const requestPermission = useEndpointPermission(form.baseUrl);

  useEffect(() => {
    if (!isDeleted) return;
    newest.current += 1;
    setStage(unlessSaving);
    setError(null);
  }, [isDeleted]);

  const fail = (thrown: unknown) => {
    setError(toErrorInfo(thrown));
    setStage(EDITING);
  };
  const save = async (
    entered: EnteredConnection,
    { addedPath, model: testedModel, endsBare }: ConnectionTestResult,
  ) => {
    setStage({ state: 'saving' });
    setError(null);
    const whole = { ...entered, baseUrl: `${entered.baseUrl}${addedPath}` };
    try {
      const saved = await sendCommand({
        type: 'save-connection',
        connection: whole,
        testedModel,
        ...(endsBare && { endsBare }),
      });
      onConnected(saved.connectionId, testedModel);
    } catch (thrown) {
      fail(thrown);
    }
  };
  const connect = async (entered: EnteredConnection) => {
    newest.current += 1;
    const number = newest.current;
    const isCurrent = () => number === newest.current;
    setStage({ state: 'asking' });
    setError(null);
    try {
      // Must be the first await: the browser requires a user gesture.
      await requestPermission();
      if (!isCurrent()) return;
      setStage({ state: 'testing', entered });
      const result = await sendCommand({ type: 'test-connection', connection: entered, model: wanted });
      if (!isCurrent()) return;
      // An answer that may be incomplete unnoticed is reported before the connection is saved with that.
      const isSaved = isChanged || connection?.endsBare === true;
      if (isSaved && hasPassed(result) && !result.endsBare) await save(entered, result);
      else setStage({ state: 'tested', entered, result });
    } catch (thrown) {
      if (isCurrent()) fail(thrown);
    }
  };
  // Another window can change the address, too. The test was then about another endpoint.
  const isOutdated = 'entered' in stage && !isSameAddress(stage.entered.baseUrl, form.baseUrl);
  const shownStage = isOutdated ? EDITING : stage;
  return {
    form,
    connection,
    isDeleted,
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
    connect() {
      const entered = accept(readConnection(form, connection));
      if (entered !== null) void connect(entered);
    },
    saveAnyway() {
      if (stage.state !== 'tested') return;
      void save(stage.entered, { ...stage.result, model: stage.result.model ?? wanted });
    },
    cancel() {
      newest.current += 1;
      setStage(EDITING);
    },
  };
}

/** True if no step of the test failed. */
export function hasPassed({ checks }: ConnectionTestResult): boolean {
  return checks.every(({ verdict }) => verdict !== 'failed');
}

/** The stage after the data under test changed. A save continues, so that no second save starts beside it. */
function unlessSaving(stage: EditorStage): EditorStage {
  return stage.state === 'saving' ? stage : EDITING;
}
