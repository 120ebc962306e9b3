import { useId } from 'react';
import { THEMES, type Theme } from '@/src/core/records/theme';
import { DefaultNote } from '../chat-settings/default-note';

interface ThemeChoiceProps {
  /** Null while it is loaded. */
  theme: Theme | null;
  onChoose(theme: Theme): void;
}

const LABELS: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

/** The theme of all panels, as a group of radio buttons. */
export function ThemeChoice({ theme, onChoose }: ThemeChoiceProps) {
  const name = useId();
  return (
    <fieldset className="theme-choice" disabled={theme === null}>
      <legend>Theme</legend>
      {THEMES.map((value) => (
        <label key={value}>
          <input type="radio" name={name} checked={theme === value} onChange={() => onChoose(value)} />
          {LABELS[value]}
        </label>
      ))}
      <DefaultNote
        name="Theme"
        text={LABELS.system}
        isDefault={theme === null || theme === 'system'}
        onReset={() => onChoose('system')}
      />
    </fieldset>
  );
}
