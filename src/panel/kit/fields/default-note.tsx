import { i18n } from '@/src/texts/i18n';
import './fields.css';

interface DefaultNoteProps {
  /** The setting's name, for the accessible name of the button. */
  name: string;
  /** The default in words. */
  text: string;
  isDefault: boolean;
  onReset(): void;
}

/** The default of a setting, with a button that restores it. The button has no effect while the default is in use. */
export function DefaultNote({ name, text, isDefault, onReset }: DefaultNoteProps) {
  return (
    <div className="default-note">
      <span className="meta">{i18n.t('chatSettings.defaultNote.default', { value: text })}</span>
      <button
        type="button"
        className="quiet"
        aria-label={i18n.t('chatSettings.defaultNote.reset', { name })}
        // Not disabled: a disabled button would lose the focus.
        aria-disabled={isDefault}
        onClick={() => !isDefault && onReset()}
      >
        {i18n.t('common.reset')}
      </button>
    </div>
  );
}
