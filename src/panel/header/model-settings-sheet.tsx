import { type FormEvent, useId, useState } from 'react';
import { type ErrorInfo, toErrorInfo } from '@/src/core/errors';
import { type ModelSettings, REASONING_EFFORTS } from '@/src/core/records/chat';
import { DefaultNote } from '../chat-settings/default-note';
import { ErrorCard } from '../errors/error-card';
import { Sheet } from '../sheet';
import { fieldsOf, type ParameterFields, type ParameterProblems, readParameters } from './model-parameters';
import './model-settings.css';

interface ModelSettingsSheetProps {
  settings: ModelSettings;
  /** Rejects if saving failed. */
  onSave(settings: ModelSettings): Promise<unknown>;
  onClose(): void;
}

/** The chat's model settings. An empty field isn't sent to the endpoint. */
export function ModelSettingsSheet({ settings, onSave, onClose }: ModelSettingsSheetProps) {
  const [fields, setFields] = useState(() => fieldsOf(settings));
  const [problems, setProblems] = useState<ParameterProblems>({});
  const [error, setError] = useState<ErrorInfo | null>(null);
  const change = (changed: Partial<ParameterFields>) => setFields((current) => ({ ...current, ...changed }));
  const save = async () => {
    const read = readParameters(fields);
    setProblems(read.ok ? {} : read.problems);
    if (!read.ok) return;
    try {
      await onSave(read.settings);
      onClose();
    } catch (thrown) {
      setError(toErrorInfo(thrown));
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <Sheet title="Model settings" onClose={onClose}>
      <form className="sheet-body model-settings" onSubmit={onSubmit} noValidate>
        <p className="secondary">For this chat, from the next request on. Empty: the endpoint’s default.</p>
        <NumberField
          label="Temperature"
          hint="0 to 2: low is exact, high is varied"
          value={fields.temperature}
          problem={problems.temperature}
          onChange={(temperature) => change({ temperature })}
        />
        <NumberField
          label="Max tokens"
          hint="Longest answer, thinking included"
          value={fields.maxTokens}
          problem={problems.maxTokens}
          onChange={(maxTokens) => change({ maxTokens })}
        />
        <label className="field">
          <span>Reasoning effort</span>
          <select
            value={fields.reasoningEffort}
            onChange={(event) => change({ reasoningEffort: event.target.value })}
          >
            <option value="">Endpoint’s default</option>
            {REASONING_EFFORTS.map((effort) => (
              <option key={effort} value={effort}>
                {effort}
              </option>
            ))}
          </select>
        </label>
        <DefaultNote
          name="Reasoning effort"
          text="the endpoint’s"
          isDefault={fields.reasoningEffort === ''}
          onReset={() => change({ reasoningEffort: '' })}
        />
        <label className="check-field">
          <input
            type="checkbox"
            checked={fields.streaming}
            onChange={(event) => change({ streaming: event.target.checked })}
          />
          <span className="choice-text">
            <span>Stream the answer</span>
            <span className="secondary">
              Off: the answer arrives in one piece, for endpoints that can’t stream
            </span>
          </span>
        </label>
        <DefaultNote
          name="Stream the answer"
          text="on"
          isDefault={fields.streaming}
          onReset={() => change({ streaming: true })}
        />
        <label className="field">
          <span>Takes images</span>
          <select
            value={fields.takesImages}
            onChange={(event) => change({ takesImages: event.target.value })}
          >
            <option value="">If the endpoint’s list says so</option>
            <option value="yes">This model takes images</option>
            <option value="no">This model takes no images</option>
          </select>
        </label>
        <DefaultNote
          name="Takes images"
          text="what the endpoint’s list says"
          isDefault={fields.takesImages === ''}
          onReset={() => change({ takesImages: '' })}
        />
        {error !== null && <ErrorCard error={error} />}
        <div className="button-row">
          <button type="submit" className="primary">
            Save settings
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
      <DefaultNote name={label} text="the endpoint’s" isDefault={value === ''} onReset={() => onChange('')} />
      <p id={problemId} className="inline-error" role="alert">
        {problem}
      </p>
    </div>
  );
}
