interface SwitchFieldProps {
  label: string;
  /** The effect, in one sentence. */
  sentence: string;
  /** Shown as a tooltip; undefined for none. */
  tooltip?: string;
  isOn: boolean;
  onChange(isOn: boolean): void;
}

/** A check box with the sentence that explains it. */
export function SwitchField({ label, sentence, tooltip, isOn, onChange }: SwitchFieldProps) {
  return (
    <label className="check-field" title={tooltip}>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span className="choice-text">
        <span>{label}</span>
        <span className="secondary">{sentence}</span>
      </span>
    </label>
  );
}
