import { useId } from 'react';
import { THEMES, type Theme } from '@/src/core/records/theme';
import { i18n } from '@/src/texts/i18n';
import { DefaultNote } from '../chat-settings/default-note';
import { THEME_LABELS } from './theme-labels';

interface ThemeChoiceProps {
  /** Null while it is loaded. */
  theme: Theme | null;
  onChoose(theme: Theme): void;
}

/** The theme of all panels, as a group of radio buttons. */
export function ThemeChoice({ theme, onChoose }: ThemeChoiceProps) {
  const name = useId();
  return (
    <fieldset className="theme-choice" disabled={theme === null}>
      <legend>{i18n.t('appearance.theme.legend')}</legend>
      {THEMES.map((value) => (
        <label key={value}>
          <input type="radio" name={name} checked={theme === value} onChange={() => onChoose(value)} />
          {i18n.t(THEME_LABELS[value])}
        </label>
      ))}
      <DefaultNote
        name={i18n.t('appearance.theme.legend')}
        text={i18n.t(THEME_LABELS.system)}
        isDefault={theme === null || theme === 'system'}
        onReset={() => onChoose('system')}
      />
    </fieldset>
  );
}
