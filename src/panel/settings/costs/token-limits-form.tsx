import { type SubmitEvent, useId, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import { ErrorCard } from '@/src/panel/kit/errors/error-card';
import { DefaultNote } from '@/src/panel/kit/fields/default-note';
import { useRefusedFields } from '@/src/panel/kit/fields/use-refused-fields';
import { useTypedFields } from '@/src/panel/kit/fields/use-typed-fields';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import type { TokenLimits } from '@/src/schema/chat-settings';
import type { ErrorInfo } from '@/src/schema/error-info';
import { i18n } from '@/src/texts/i18n';
import { readTokenLimits, tokenLimitFields } from './token-limits';

interface TokenLimitsFormProps {
  settings: TokenLimits;
  /** The window's size that the endpoint gave; null if it gave none. */
  endpointSizeTokens: number | null;
  /** Rejects if saving failed. */
  onSave(limits: TokenLimits): Promise<unknown>;
}

/** The size of the chat's context window, and its token budget. */
export function TokenLimitsForm({ settings, endpointSizeTokens, onSave }: TokenLimitsFormProps) {
  const { fields, change: type, noteSaved } = useTypedFields(tokenLimitFields(settings));
  const { problemOf, refuse } = useRefusedFields(fields);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const [isSaved, setIsSaved] = useState(false);
  const change = (changed: Partial<typeof fields>) => {
    type(changed);
    setIsSaved(false);
  };
  const save = async () => {
    const read = readTokenLimits(fields);
    refuse(read.ok ? {} : read.problems);
    if (!read.ok) return;
    try {
      await onSave(read.limits);
      noteSaved(fields, fields);
      setError(null);
      setIsSaved(true);
    } catch (thrown) {
      setError(toErrorInfo(thrown));
    }
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form className="token-limits" onSubmit={onSubmit} noValidate>
      <h3>{i18n.t('costs.limits.title')}</h3>
      <LimitField
        label={i18n.t('costs.limits.window')}
        hint={
          endpointSizeTokens === null
            ? i18n.t('costs.limits.windowHintUnknown')
            : i18n.t('costs.limits.windowHint', endpointSizeTokens, [formatNumber(endpointSizeTokens)])
        }
        defaultText={
          endpointSizeTokens === null
            ? i18n.t('costs.limits.unknown')
            : i18n.t('counts.tokens', endpointSizeTokens, [formatNumber(endpointSizeTokens)])
        }
        value={fields.contextWindowTokens}
        problem={problemOf('contextWindowTokens')}
        onChange={(contextWindowTokens) => change({ contextWindowTokens })}
      />
      <LimitField
        label={i18n.t('costs.limits.budget')}
        hint={i18n.t('costs.limits.budgetHint')}
        defaultText={i18n.t('costs.limits.noLimit')}
        value={fields.tokenBudget}
        problem={problemOf('tokenBudget')}
        onChange={(tokenBudget) => change({ tokenBudget })}
      />
      {error !== null && <ErrorCard error={error} />}
      <div className="button-row">
        <button type="submit" className="primary">
          {i18n.t('costs.limits.save')}
        </button>
        <span role="status" className="secondary">
          {isSaved && i18n.t('costs.limits.saved')}
        </span>
      </div>
    </form>
  );
}

interface LimitFieldProps {
  label: string;
  hint: string;
  /** The effect of an empty field. */
  defaultText: string;
  value: string;
  problem: string | undefined;
  onChange(value: string): void;
}

function LimitField({ label, hint, defaultText, value, problem, onChange }: LimitFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label>
        <span>{label}</span>
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-hint ${id}-problem`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      <p id={`${id}-hint`} className="secondary">
        {hint}
      </p>
      <DefaultNote name={label} text={defaultText} isDefault={value === ''} onReset={() => onChange('')} />
      <p id={`${id}-problem`} className="inline-error" role="alert">
        {problem}
      </p>
    </div>
  );
}
