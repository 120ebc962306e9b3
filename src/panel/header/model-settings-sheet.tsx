import { type SubmitEvent, useId, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import { ErrorCard } from '@/src/panel/kit/errors/error-card';
import { DefaultNote } from '@/src/panel/kit/fields/default-note';
import { SwitchField } from '@/src/panel/kit/fields/switch-field';
import { useRefusedFields } from '@/src/panel/kit/fields/use-refused-fields';
import { useTypedFields } from '@/src/panel/kit/fields/use-typed-fields';
import { Sheet } from '@/src/panel/kit/sheet';
import { EFFORT_LABELS } from '@/src/panel/kit/text/parameters-text';
import type { ModelSettings } from '@/src/schema/chat-settings';
import type { ErrorInfo } from '@/src/schema/error-info';
import { REASONING_EFFORTS } from '@/src/schema/values/chat-settings';
import { i18n } from '@/src/texts/i18n';
import { fieldsOf, readParameters } from './model-parameters';
import './model-settings.css';

interface ModelSettingsSheetProps {
  settings: ModelSettings;
  /** Rejects if saving failed. */
  onSave(settings: ModelSettings): Promise<unknown>;
  onClose(): void;
}

/** The chat's model settings. An empty field isn't sent to the endpoint. */
export function ModelSettingsSheet({ settings, onSave, onClose }: ModelSettingsSheetProps) {
  const { fields, change } = useTypedFields(fieldsOf(settings));
  const { problemOf, refuse } = useRefusedFields(fields);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const save = async () => {
    const read = readParameters(fields);
    refuse(read.ok ? {} : read.problems);
    if (!read.ok) return;
    try {
      await onSave(read.settings);
      onClose();
    } catch (thrown) {
      setError(toErrorInfo(thrown));
    }
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <Sheet title={i18n.t('header.settings.title')} onClose={onClose}>
      <form className="sheet-body model-settings" onSubmit={onSubmit} noValidate>
        <p className="secondary">{i18n.t('header.settings.explanation')}</p>
        <NumberField
          label={i18n.t('header.settings.temperature')}
          hint={i18n.t('header.settings.temperatureHint')}
          value={fields.temperature}
          problem={problemOf('temperature')}
          onChange={(temperature) => change({ temperature })}
        />
        <NumberField
          label={i18n.t('header.settings.maxTokens')}
          hint={i18n.t('header.settings.maxTokensHint')}
          value={fields.maxTokens}
          problem={problemOf('maxTokens')}
          onChange={(maxTokens) => change({ maxTokens })}
        />
        <label className="field">
          <span>{i18n.t('header.settings.effort')}</span>
          <select
            value={fields.reasoningEffort}
            onChange={(event) => change({ reasoningEffort: event.target.value })}
          >
            <option value="">{i18n.t('header.settings.effortEmpty')}</option>
            {REASONING_EFFORTS.map((effort) => (
              <option key={effort} value={effort}>
                {i18n.t(EFFORT_LABELS[effort])}
              </option>
            ))}
          </select>
        </label>
        <DefaultNote
          name={i18n.t('header.settings.effort')}
          text={i18n.t('header.settings.endpointDefault')}
          isDefault={fields.reasoningEffort === ''}
          onReset={() => change({ reasoningEffort: '' })}
        />
        <SwitchField
          label={i18n.t('header.settings.streaming')}
          sentence={i18n.t('header.settings.streamingExplanation')}
          isOn={fields.streaming}
          defaultIsOn={true}
          onChange={(streaming) => change({ streaming })}
        />
        <label className="field">
          <span>{i18n.t('header.settings.images')}</span>
          <select
            value={fields.takesImages}
            onChange={(event) => change({ takesImages: event.target.value })}
          >
            <option value="">{i18n.t('header.settings.imagesListed')}</option>
            <option value="yes">{i18n.t('header.settings.imagesYes')}</option>
            <option value="no">{i18n.t('header.settings.imagesNo')}</option>
          </select>
        </label>
        <DefaultNote
          name={i18n.t('header.settings.images')}
          text={i18n.t('header.settings.imagesDefault')}
          isDefault={fields.takesImages === ''}
          onReset={() => change({ takesImages: '' })}
        />
        {error !== null && <ErrorCard error={error} />}
        <div className="button-row">
          <button type="submit" className="primary">
            {i18n.t('header.settings.save')}
          </button>
        </div>
      </form>
    </Sheet>
  );
}

interface NumberFieldProps {
  label: string;
  hint: string;
  value: string;
  problem: string | undefined;
  onChange(value: string): void;
}

function NumberField({ label, hint, value, problem, onChange }: NumberFieldProps) {
  const problemId = useId();
  return (
    <div className="field">
      <label>
        <span>{label}</span>
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          placeholder={hint}
          aria-invalid={problem !== undefined}
          aria-describedby={problemId}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      <DefaultNote
        name={label}
        text={i18n.t('header.settings.endpointDefault')}
        isDefault={value === ''}
        onReset={() => onChange('')}
      />
      <p id={problemId} className="inline-error" role="alert">
        {problem}
      </p>
    </div>
  );
}
