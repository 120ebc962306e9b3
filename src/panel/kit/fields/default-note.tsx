import type { MouseEvent } from 'react';
import { TextButton } from '@/src/panel/kit/text-button';
import { t } from '@/src/texts/i18n';
import './fields.css';

interface DefaultNoteProps {
  /** The setting's name, for the accessible name of the button. */
  name: string;
  /** The default in words. */
  text: string;
  isDefault: boolean;
  onReset(): void;
}

/** The default of a setting, with a button that restores it. Renders nothing while the setting has its default. */
export function DefaultNote({ name, text, isDefault, onReset }: DefaultNoteProps) {
  if (isDefault) return null;
  const reset = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // Reset is removed with the note, so the focus moves to the field.
    const field = currentTarget.closest('.field, .switch-field, fieldset');
    field?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    onReset();
  };
  return (
    <div className="default-note">
      <span className="meta">{t('chatSettings.defaultNote.default', { value: text })}</span>
      <TextButton
        text="common.reset"
        className="quiet"
        aria-label={t('chatSettings.defaultNote.reset', { name })}
        onClick={reset}
      />
    </div>
  );
}
