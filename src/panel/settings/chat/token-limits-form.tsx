import type { ReactNode } from 'react';
import { EnteredField } from '@/src/panel/kit/fields/entered-field';
import { enteredFrom, readEntered } from '@/src/panel/kit/fields/entered-values';
import { SaveRow } from '@/src/panel/kit/fields/save-row';
import { useSavedForm } from '@/src/panel/kit/fields/use-saved-form';
import { useTypedFields } from '@/src/panel/kit/fields/use-typed-fields';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import type { ChatSettings } from '@/src/schema/chat-settings';
import { rowsWith } from '@/src/schema/values/setting-row';
import { CHAT_SETTINGS } from '@/src/schema/values/settings';
import { i18n } from '@/src/texts/i18n';

const TOKEN_LIMITS = rowsWith(CHAT_SETTINGS, { form: 'tokens' });

type TokenLimits = Pick<ChatSettings, keyof typeof TOKEN_LIMITS>;

interface TokenLimitsFormProps {
  settings: TokenLimits;
  /** Size of the window that the endpoint reported; null if it reported none. */
  endpointSizeTokens: number | null;
  /** Rejects if saving failed. */
  onSave(limits: TokenLimits): Promise<unknown>;
  /** Further buttons. */
  children: ReactNode;
}

/** The size of the chat's context window, and its token budget. */
export function TokenLimitsForm({ settings, endpointSizeTokens, onSave, children }: TokenLimitsFormProps) {
  const form = useSavedForm({
    typing: useTypedFields(enteredFrom(TOKEN_LIMITS, settings)),
    read: (fields) => readEntered(TOKEN_LIMITS, fields),
    store: onSave,
  });
  const field = (name: keyof TokenLimits) => ({
    row: TOKEN_LIMITS[name],
    value: form.fields[name],
    problems: form.problemsOf(name),
    onChange: (value: string) => form.change({ [name]: value }),
  });
  return (
    <form className="token-limits" onSubmit={form.onSubmit} noValidate>
      <EnteredField {...field('contextWindowTokens')} {...windowTexts(endpointSizeTokens)} />
      <EnteredField
        {...field('tokenBudget')}
        note={i18n.t('costs.limits.budgetHint')}
        emptyText={i18n.t('costs.limits.noLimit')}
      />
      <SaveRow form={form} label={i18n.t('costs.limits.save')} savedText={i18n.t('common.saved')}>
        {children}
      </SaveRow>
    </form>
  );
}

/** Texts for an empty size field: the endpoint's size applies, if it reported one. */
function windowTexts(endpointSizeTokens: number | null): { note: string; emptyText: string } {
  if (endpointSizeTokens === null) {
    return { note: i18n.t('costs.limits.windowHintUnknown'), emptyText: i18n.t('costs.limits.unknown') };
  }
  const size: [string] = [formatNumber(endpointSizeTokens)];
  return {
    note: i18n.t('costs.limits.windowHint', endpointSizeTokens, size),
    emptyText: i18n.t('counts.tokens', endpointSizeTokens, size),
  };
}
