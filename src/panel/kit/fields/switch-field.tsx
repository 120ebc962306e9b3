import type { ReactNode } from 'react';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { DefaultNote } from './default-note';

interface SwitchFieldProps {
  label: TextKey;
  /** The effect, in one sentence. */
  sentence: string;
  tooltip?: string;
  isOn: boolean;
  /** The default, which is shown with a button that restores it; missing if the switch has none. */
  defaultIsOn?: boolean;
  onChange(isOn: boolean): void;
}

interface CheckBoxProps {
  className?: string;
  /** The accessible name; missing if that is the text beside the box. */
  name?: string;
  isOn: boolean;
  isDisabled?: boolean;
  tooltip?: string | undefined;
  onChange(isOn: boolean): void;
  children: ReactNode;
}

/** A check box in its label. */
export function CheckBox({ className, name, isOn, isDisabled, tooltip, onChange, children }: CheckBoxProps) {
  return (
    <label className={className} title={tooltip}>
      <input
        type="checkbox"
        aria-label={name}
        checked={isOn}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      {children}
    </label>
  );
}

/** A check box with a sentence that explains it, and with its default. */
export function SwitchField({ label, sentence, tooltip, isOn, defaultIsOn, onChange }: SwitchFieldProps) {
  const field = (
    <CheckBox className="check-field" tooltip={tooltip} isOn={isOn} onChange={onChange}>
      <span className="choice-text">
        <span>{t(label)}</span>
        <span className="secondary">{sentence}</span>
      </span>
    </CheckBox>
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
