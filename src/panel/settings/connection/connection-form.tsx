import { type Ref, type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { withoutLogin } from '@/src/core/llm/basic-login';
import { ENDPOINT_PRESETS } from '@/src/core/llm/endpoint-presets';
import type { ConnectionTestResult } from '@/src/messages/endpoint-commands';
import type { ConnectionField } from '@/src/panel/kit/errors/connection-field';
import { ErrorCard } from '@/src/panel/kit/errors/error-card';
import { CheckBox } from '@/src/panel/kit/fields/switch-field';
import { TextField } from '@/src/panel/kit/fields/text-field';
import { focusIfLost, moveFocus } from '@/src/panel/kit/focus';
import { useSlow } from '@/src/panel/kit/progress/use-slow';
import { CANCELLABLE_AFTER_MS } from '@/src/panel/kit/progress/use-task';
import { errorText } from '@/src/panel/kit/text/said-words';
import { TextButton } from '@/src/panel/kit/text-button';
import { t, wordsOf } from '@/src/texts/i18n';
import { AdvancedFields } from './advanced-fields';
import { ConnectionChecks } from './connection-checks';
import { keepsStoredSecrets } from './connection-form-state';
import { ExposedSecret, hostOfExposedSecret } from './exposed-secret-note';
import {
  type ConnectionEditorOptions,
  type EditorStage,
  hasPassed,
  useConnectionEditor,
} from './use-connection-editor';
import './connection.css';
import { sentences } from '@/src/schema/values/said';

export interface ConnectionFormProps extends ConnectionEditorOptions {
  /** The address that the current page proposes for a new connection; null if it proposes none. */
  proposal: string | null;
  /**
   * If this element has the focus when the form appears, the first field takes it. Null: takes the focus only if it is lost. Missing: the
   * form leaves the focus where it is.
   */
  focusFrom?: HTMLElement | null;
  /** The field to focus when the form is shown; missing if none is. */
  focusedField?: ConnectionField;
}

/** Fields whose content can be the cause of a failed test. */
type TestedField = 'baseUrl' | 'key' | 'model';

/** Form for an endpoint's address, its key, and what few endpoints need. Saves a connection that passes its test. */
export function ConnectionForm({ proposal, focusFrom, focusedField, ...options }: ConnectionFormProps) {
  const editor = useConnectionEditor(options);
  const { form, connection, stage, error, change } = editor;
  const place = useRef<HTMLFormElement>(null);
  const addressField = useRef<HTMLInputElement>(null);
  const keyField = useRef<HTMLInputElement>(null);
  const modelField = useRef<HTMLInputElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const outcome = useRef<HTMLDivElement>(null);
  const keeps = keepsStoredSecrets(form, connection);
  const result = stage.state === 'tested' ? stage.result : null;
  const fault = result === null ? null : faultOf(result);
  const isRefused = error?.code === 'permission-missing';
  const problemsOf = (name: TestedField) => [
    ...editor.problemsOf(name),
    ...(fault?.field === name ? [fault.text] : []),
    ...(isRefused && name === 'baseUrl' ? [errorText(error)] : []),
  ];
  const refused = (['baseUrl', 'key', 'model'] as const).find((name) => problemsOf(name).length > 0);
  const [asksModel, setAsksModel] = useState(false);
  const failed = result?.checks.find(({ verdict }) => verdict === 'failed');
  // The endpoint may list no model, or none that the key can use: the user can then name one. The field stays for the next test.
  if (failed !== undefined && failed.step !== 'reachable' && !asksModel) setAsksModel(true);
  const canCancel = useSlow(stage.state === 'testing', CANCELLABLE_AFTER_MS);
  const isEmpty = form.baseUrl.trim() === '';

  useFirstFocus(addressField, focusFrom);
  useEffect(() => {
    if (refused === undefined) return;
    const field = { baseUrl: addressField, key: keyField, model: modelField }[refused];
    // `moveFocus` leaves the focus alone if the user has moved it out of the form.
    moveFocus(place.current, field.current);
  }, [refused]);
  useEffect(() => {
    if (error !== null || stage.state === 'tested') outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [error, stage]);
  useEffect(() => {
    if (focusedField !== undefined) (focusedField === 'key' ? keyField : addressField).current?.focus();
  }, [focusedField]);
  useEffect(() => {
    // Cancel is removed when the test ends, possibly with the focus.
    if (canCancel) return () => focusIfLost(submitButton.current);
  }, [canCancel]);

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!editor.isBusy) editor.connect();
  };
  const fillIn = (address: string) => {
    // Secrets that were typed for another address must not be sent to this one.
    const isOther = !isEmpty && form.baseUrl.trim() !== address;
    change({ baseUrl: address, ...(isOther ? { key: '', userName: '', password: '', headers: [] } : {}) });
  };
  return (
    <form ref={place} className="connection-form" onSubmit={onSubmit} noValidate>
      {editor.isDeleted && (
        <p className="card note-card" role="alert">
          {t('connection.form.deleted')}
        </p>
      )}
      {options.connectionId === null && (
        <PresetSelect address={form.baseUrl} proposal={proposal} onChoose={fillIn} />
      )}
      <TextField
        label={t('connection.form.address')}
        ref={addressField}
        type="url"
        placeholder={t('connection.form.addressExample')}
        problems={problemsOf('baseUrl')}
        value={form.baseUrl}
        onChange={(typed) => {
          const { address, ...login } = withoutLogin(typed);
          change({ baseUrl: address, ...(address === typed ? {} : login) });
        }}
      />
      <KeyField
        ref={keyField}
        value={form.key}
        hasKey={connection?.hasKey ?? false}
        keepsSecrets={keeps}
        removesKey={form.removesKey}
        problems={problemsOf('key')}
        onChange={(key) => change({ key, removesKey: false })}
        onRemovesKey={(removesKey) => change({ removesKey })}
      />
      {asksModel && (
        <TextField
          label={t('connection.form.model')}
          ref={modelField}
          className="mono"
          problems={problemsOf('model')}
          value={form.model}
          onChange={(model) => change({ model })}
        />
      )}
      <ExposedSecret host={hostOfExposedSecret(form, connection)} />
      <div className="button-row">
        {/* Only `aria-disabled` while busy: a disabled button would lose the focus. */}
        <button
          ref={submitButton}
          type="submit"
          className="primary"
          disabled={isEmpty}
          aria-disabled={editor.isBusy}
        >
          {submitLabel(editor)}
        </button>
        {result !== null && (editor.isChanged || (result.endsBare && !connection?.endsBare)) && (
          <TextButton text="connection.form.saveAnyway" onClick={editor.saveAnyway} />
        )}
        <span className="secondary" role="status">
          {stageText(stage)}
        </span>
        {canCancel && <TextButton text="common.cancel" onClick={editor.cancel} />}
      </div>
      <div ref={outcome} className="outcome">
        {error !== null && !isRefused && <ErrorCard error={error} />}
        {result !== null && fault === null && <ConnectionChecks checks={result.checks} />}
      </div>
      <AdvancedFields form={form} keepsSecrets={keeps} problemsOf={editor.problemsOf} onChange={change} />
    </form>
  );
}

/** Focuses the field once, if no element has the focus or `from` has it. */
function useFirstFocus(field: RefObject<HTMLElement | null>, from: HTMLElement | null | undefined): void {
  useEffect(() => {
    if (from === undefined) return;
    if (from !== null && document.activeElement === from) field.current?.focus();
    else focusIfLost(field.current);
  }, [field, from]);
}

/** The field that caused the test to fail, with the problem and its remedy; null if the test passed or no field is the cause. */
function faultOf({ checks, listed }: ConnectionTestResult): { field: TestedField; text: string } | null {
  const failed = checks.find(({ verdict }) => verdict === 'failed');
  if (failed === undefined || failed.step === 'streaming' || failed.step === 'tools') return null;
  const ofModels = listed === 0 ? 'model' : 'baseUrl';
  const field = { reachable: 'baseUrl', key: 'key', models: ofModels } as const;
  return { field: field[failed.step], text: wordsOf(sentences(failed.message, failed.remedy)) };
}

function submitLabel({ connection, isChanged }: ReturnType<typeof useConnectionEditor>): string {
  if (connection === null) return t('connection.form.connect');
  return t(isChanged ? 'connection.form.save' : 'connection.form.test');
}

function stageText(stage: EditorStage): string {
  if (stage.state === 'asking') return t('connection.form.asking');
  if (stage.state === 'testing') return t('connection.form.testing');
  return stage.state === 'tested' && hasPassed(stage.result) ? t('connection.form.allWorks') : '';
}

interface PresetSelectProps {
  address: string;
  /** The address that the current page proposes; null if it proposes none. */
  proposal: string | null;
  onChoose(address: string): void;
}

/**
 * List that fills in the address of the page's own endpoint or of a known product. The list keeps the focus after a choice: arrow keys
 * choose each entry that they pass.
 */
function PresetSelect({ address, proposal, onChoose }: PresetSelectProps) {
  const label = t('connection.presets.label');
  const ofPage = proposal === null ? [] : [{ name: t('connection.presets.thisPage'), address: proposal }];
  const presets = [{ name: label, address: '' }, ...ofPage, ...ENDPOINT_PRESETS];
  const chosen = presets.some((preset) => preset.address === address.trim()) ? address.trim() : '';
  return (
    <select aria-label={label} value={chosen} onChange={({ target }) => onChoose(target.value)}>
      {presets.map((preset) => (
        <option key={preset.name} value={preset.address}>
          {preset.name}
        </option>
      ))}
    </select>
  );
}

interface KeyFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  hasKey: boolean;
  /** True if the stored key can still be used for the address in the form. */
  keepsSecrets: boolean;
  removesKey: boolean;
  problems: readonly string[];
  onChange(value: string): void;
  onRemovesKey(removesKey: boolean): void;
}

/** Field for the API key, with a check box to remove the stored key. A stored key is never shown. */
function KeyField(props: KeyFieldProps) {
  const { ref, value, hasKey, keepsSecrets, removesKey, problems, onChange, onRemovesKey } = props;
  const isKept = hasKey && keepsSecrets;
  return (
    <>
      <TextField
        ref={ref}
        label={t('connection.key.label')}
        note={hasKey && !keepsSecrets ? t('connection.key.otherAddress') : undefined}
        type="password"
        placeholder={t(isKept ? 'connection.key.stored' : 'connection.key.leaveEmpty')}
        problems={problems}
        value={value}
        onChange={onChange}
      />
      {isKept && value === '' && (
        <CheckBox className="check" isOn={removesKey} onChange={onRemovesKey}>
          <span>{t('connection.key.remove')}</span>
        </CheckBox>
      )}
    </>
  );
}
