import { type SubmitEvent, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import { ErrorCard } from '@/src/panel/kit/errors/error-card';
import { EnteredField } from '@/src/panel/kit/fields/entered-field';
import { enteredFrom, readEntered } from '@/src/panel/kit/fields/entered-values';
import { useRefusedFields } from '@/src/panel/kit/fields/use-refused-fields';
import { useTypedFields } from '@/src/panel/kit/fields/use-typed-fields';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import type { ErrorInfo } from '@/src/schema/error-info';
import { i18n } from '@/src/texts/i18n';
import { TOKEN_LIMITS, type TokenLimits } from './token-limits';

interface TokenLimitsFormProps {
  settings: TokenLimits;
  /** The window's size that the endpoint gave; null if it gave none. */
  endpointSizeTokens: number | null;
  /** Rejects if saving failed. */
  onSave(limits: TokenLimits): Promise<unknown>;
}

/** The size of the chat's context window, and its token budget. */
export function TokenLimitsForm({ settings, endpointSizeTokens, onSave }: TokenLimitsFormProps) {
  const { fields, change: type, noteSaved } = useTypedFields(enteredFrom(TOKEN_LIMITS, settings));
  const { problemOf, refuse } = useRefusedFields(fields);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const [isSaved, setIsSaved] = useState(false);
  const change = (changed: Partial<typeof fields>) => {
    type(changed);
    setIsSaved(false);
  };
  const save = async () => {
    const read = readEntered(TOKEN_LIMITS, fields);
    refuse(read.ok ? {} : read.problems);
    if (!read.ok) return;
    try {
      await onSave(read.values);
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
      <EnteredField
        label={i18n.t(TOKEN_LIMITS.contextWindowTokens.label)}
        note={
          endpointSizeTokens === null
            ? i18n.t('costs.limits.windowHintUnknown')
            : i18n.t('costs.limits.windowHint', endpointSizeTokens, [formatNumber(endpointSizeTokens)])
        }
        isWhole={true}
        emptyText={
          endpointSizeTokens === null
            ? i18n.t('costs.limits.unknown')
            : i18n.t('counts.tokens', endpointSizeTokens, [formatNumber(endpointSizeTokens)])
        }
        value={fields.contextWindowTokens}
        problem={problemOf('contextWindowTokens')}
        onChange={(contextWindowTokens) => change({ contextWindowTokens })}
      />
      <EnteredField
        label={i18n.t(TOKEN_LIMITS.tokenBudget.label)}
        note={i18n.t('costs.limits.budgetHint')}
        isWhole={true}
        emptyText={i18n.t('costs.limits.noLimit')}
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
