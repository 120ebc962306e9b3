import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { DefaultNote } from './default-note';

interface SwitchFieldProps {
  label: TextKey;
  /** The effect, in one sentence. */
  sentence: string;
  tooltip?: string;
  isOn: boolean;
  /** The default, shown with a button that restores it; missing for none. */
  defaultIsOn?: boolean;
  onChange(isOn: boolean): void;
}

/** A check box with the sentence that explains it, and its default. */
export function SwitchField({ label, sentence, tooltip, isOn, defaultIsOn, onChange }: SwitchFieldProps) {
  const field = (
    <label className="check-field" title={tooltip}>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span className="choice-text">
        <span>{t(label)}</span>
        <span className="secondary">{sentence}</span>
      </span>
    </label>
  );
  if (defaultIsOn === undefined) return field;
  return (
    <div className="switch-field">
      {field}
      <DefaultNote
        name={t(label)}
        text={t(defaultIsOn ? 'chatSettings.defaultNote.turnedOn' : 'chatSettings.defaultNote.turnedOff')}
        isDefault={isOn === defaultIsOn}
        onReset={() => onChange(defaultIsOn)}
      />
    </div>
  );
}
