import { type RefObject, type SubmitEvent, useEffect, useLayoutEffect, useRef } from 'react';
import type { ConnectionField } from '@/src/panel/kit/errors/error-acts';
import { ErrorCard } from '@/src/panel/kit/errors/error-card';
import { EnteredField } from '@/src/panel/kit/fields/entered-field';
import { TextField } from '@/src/panel/kit/fields/text-field';
import { focusIfLost } from '@/src/panel/kit/focus';
import { useSlow } from '@/src/panel/kit/progress/use-slow';
import { CANCELLABLE_AFTER_MS } from '@/src/panel/kit/progress/use-task';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import type { Connection } from '@/src/schema/connection';
import type { ErrorInfo } from '@/src/schema/error-info';
import { CONNECTION_SETTINGS } from '@/src/schema/values/settings';
import { i18n } from '@/src/texts/i18n';
import { ConnectionChecks } from './connection-checks';
import { keepsStoredSecrets } from './connection-form-state';
import { hostOfExposedSecret } from './exposed-secret';
import { ExposedSecret } from './exposed-secret-note';
import { HeaderRows } from './header-rows';
import { type EditorStage, useConnectionEditor } from './use-connection-editor';
import './connection.css';

const EXAMPLE_ADDRESS = 'http://127.0.0.1:8787/v1';

type WaitName = keyof typeof CONNECTION_SETTINGS;

const WAITS = Object.keys(CONNECTION_SETTINGS) as WaitName[];

export interface ConnectionFormProps {
  /** The connection to change; null for a new one. */
  connectionId: string | null;
  connections: readonly Connection[];
  /** The address that the current page proposes for a new connection; null if none. */
  proposal: string | null;
  /** The chat's model, if the chat uses this connection; the requests of a test name this model. */
  model: string | null;
  /** Loads the endpoint's models; resolves to the error, or null. */
  loadModels(connectionId: string): Promise<ErrorInfo | null>;
  /** True if the form replaces the element that had the focus, and may take the focus; missing if it doesn't. */
  takesFocus?: boolean;
  /** The field that takes the focus when the form is shown; missing if none does. */
  focusedField?: ConnectionField;
  /** Called once the connection is saved and the endpoint has answered. */
  onConnected(connectionId: string): void;
  /**
   * Called with true while this form has saved, or may have saved, all existing connections; missing where that has no
   * effect.
   */
  onOnlyOwn?(isOnlyOwn: boolean): void;
}

/** Form for an endpoint's address, key and headers. Saving requests access to its host and loads its models. */
export function ConnectionForm({
  proposal,
  takesFocus,
  focusedField,
  onOnlyOwn,
  ...options
}: ConnectionFormProps) {
  const editor = useConnectionEditor(options);
  const { form, connection, stage, error, change } = editor;
  const outcome = useRef<HTMLDivElement>(null);
  const keeps = keepsStoredSecrets(form, connection);
  const exposedTo = hostOfExposedSecret(form, connection);
  const isEmpty = form.baseUrl.trim() === '';
  const isAsking = stage.state === 'testing' || stage.state === 'loading-models';
  const canCancel = useSlow(isAsking, CANCELLABLE_AFTER_MS);
  const firstField = useRef<HTMLInputElement>(null);
  const keyField = useRef<HTMLInputElement>(null);
  const testButton = useRef<HTMLButtonElement>(null);
  const hasChecks = stage.state === 'testing' || stage.state === 'tested';

  // A connection that is being saved can be in the list before its id is known here.
  const isOnlyOwn = editor.isStoring || options.connections.every(({ id }) => id === editor.savedId);
  useLayoutEffect(() => onOnlyOwn?.(isOnlyOwn), [onOnlyOwn, isOnlyOwn]);
  useEffect(() => {
    if (error !== null || stage.state === 'tested') outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [error, stage]);

  useEffect(() => {
    if (focusedField !== undefined) (focusedField === 'key' ? keyField : firstField).current?.focus();
  }, [focusedField]);
  useEffect(() => {
    if (takesFocus === true) focusIfLost(firstField.current);
  }, [takesFocus]);
  useEffect(() => {
    // The Cancel button is removed, possibly with the focus.
    if (canCancel) return () => focusIfLost(testButton.current);
  }, [canCancel]);

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!editor.isBusy) editor.save();
  };
  return (
    <form className="connection-form" onSubmit={onSubmit} noValidate>
      {editor.isDeleted && (
        <p className="card note-card" role="alert">
          {i18n.t('connection.form.deleted')}
        </p>
      )}
      {connection === null && proposal !== null && form.baseUrl.trim() !== proposal && (
        <div className="card">
          <p>
            <TextWithElements
              text="connection.form.pageAddress"
              elements={{ address: <code>{proposal}</code> }}
            />
          </p>
          <div className="button-row">
            {/* Secrets typed for another address must not be sent to this one. */}
            <button
              type="button"
              onClick={() => {
                change({ baseUrl: proposal, key: '', headers: [] });
                // The pressed button is removed.
                firstField.current?.focus();
              }}
            >
              {i18n.t('connection.form.useAddress')}
            </button>
          </div>
        </div>
      )}
      <TextField
        label={i18n.t('connection.form.address')}
        ref={firstField}
        type="url"
        isMono={true}
        placeholder={EXAMPLE_ADDRESS}
        value={form.baseUrl}
        onChange={(baseUrl) => change({ baseUrl })}
      />
      <KeyField
        ref={keyField}
        value={form.key}
        hasKey={connection?.hasKey ?? false}
        keepsSecrets={keeps}
        removesKey={form.removesKey}
        onChange={(key) => change({ key, removesKey: false })}
        onRemovesKey={(removesKey) => change({ removesKey })}
      />
      <TextField
        label={i18n.t('connection.form.name')}
        placeholder={i18n.t('connection.form.nameExample')}
        value={form.label}
        onChange={(label) => change({ label })}
      />
      <HeaderRows
        rows={form.headers}
        keepsSecrets={keeps}
        problems={editor.problemsOf('headers')}
        onChange={(headers) => change({ headers })}
      />
      <ExposedSecret host={exposedTo} />
      <div className="wait-fields">
        {WAITS.map((name) => (
          <WaitField
            key={name}
            name={name}
            value={form[name]}
            problems={editor.problemsOf(name)}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
      </div>
      <div className="button-row">
        {/* Not disabled while busy: the pressed button would lose the focus. */}
        <button type="submit" className="primary" disabled={isEmpty} aria-disabled={editor.isBusy}>
          {i18n.t('connection.form.save')}
        </button>
        <button
          type="button"
          ref={testButton}
          disabled={isEmpty}
          aria-disabled={editor.isBusy}
          onClick={() => !editor.isBusy && editor.test()}
        >
          {i18n.t(editor.isChanged ? 'connection.form.saveAndTest' : 'connection.form.test')}
        </button>
        <span className="secondary" role="status">
          {stageText(stage)}
        </span>
        {canCancel && (
          <button type="button" onClick={editor.cancel}>
            {i18n.t('common.cancel')}
          </button>
        )}
      </div>
      <div ref={outcome} className="outcome">
        {error !== null && <ErrorCard error={error} />}
        {hasChecks && <ConnectionChecks checks={stage.state === 'tested' ? stage.checks : null} />}
      </div>
    </form>
  );
}

function stageText(stage: EditorStage): string {
  if (stage.state === 'loading-models') return i18n.t('connection.form.loadingModels');
  if (stage.state === 'testing') return i18n.t('connection.form.testing');
  if (stage.state !== 'tested') return '';
  const failed = stage.checks.filter(({ verdict }) => verdict === 'failed').length;
  if (failed === 0) return i18n.t('connection.form.allWorks');
  return i18n.t('connection.form.failed', failed, [formatNumber(failed)]);
}

interface KeyFieldProps {
  ref: RefObject<HTMLInputElement | null>;
  value: string;
  hasKey: boolean;
  /** True if the stored key stays valid for the address in the form. */
  keepsSecrets: boolean;
  removesKey: boolean;
  onChange(value: string): void;
  onRemovesKey(removesKey: boolean): void;
}

/** The API key: entered, kept or removed. A stored key is never shown. */
function KeyField(props: KeyFieldProps) {
  const { ref, value, hasKey, keepsSecrets, removesKey, onChange, onRemovesKey } = props;
  const isKept = hasKey && keepsSecrets;
  return (
    <>
      <TextField
        label={i18n.t('connection.key.label')}
        ref={ref}
        note={hasKey && !keepsSecrets ? i18n.t('connection.key.otherAddress') : undefined}
        type="password"
        isMono={true}
        placeholder={i18n.t(isKept ? 'connection.key.stored' : 'connection.key.leaveEmpty')}
        value={value}
        onChange={onChange}
      />
      {isKept && value === '' && (
        <label className="check">
          <input
            type="checkbox"
            checked={removesKey}
            onChange={(event) => onRemovesKey(event.target.checked)}
          />
          <span>{i18n.t('connection.key.remove')}</span>
        </label>
      )}
    </>
  );
}

interface WaitFieldProps {
  name: WaitName;
  /** In seconds, as typed. */
  value: string;
  problems: readonly string[];
  onChange(value: string): void;
}

/** Time limit of the endpoint's response, for endpoints that think or queue for a long time. */
function WaitField({ name, ...field }: WaitFieldProps) {
  const row = CONNECTION_SETTINGS[name];
  return <EnteredField {...field} row={row} emptyText={formatNumber(row.whenNull / row.perEntered)} />;
}
