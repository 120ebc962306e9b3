import { type ReactNode, useId } from 'react';
import { DefaultNote } from './default-note';

interface ChoiceFieldProps<Value extends string> {
  label: string;
  choices: readonly { value: Value; label: string }[];
  chosen: Value;
  defaultValue: Value;
  /** The default in words; missing if its label says it. */
  defaultText?: string;
  /** Missing for none. */
  tooltip?: string;
  isDisabled?: boolean;
  onChoose(value: Value): void;
  /** Shown below the choice, and read aloud with it. */
  children?: ReactNode;
}

/** A drop-down list with its default. */
export function ChoiceField<Value extends string>({
  label,
  choices,
  chosen,
  defaultValue,
  defaultText,
  tooltip,
  isDisabled,
  onChoose,
  children,
}: ChoiceFieldProps<Value>) {
  const noteId = useId();
  const labelOf = (value: Value) => choices.find((choice) => choice.value === value)?.label ?? value;
  return (
    <div className="field">
      <label title={tooltip}>
        <span>{label}</span>
        <select
          aria-describedby={noteId}
          disabled={isDisabled}
          value={chosen}
          onChange={(event) => {
            const choice = choices.find(({ value }) => value === event.target.value);
            if (choice !== undefined) onChoose(choice.value);
          }}
        >
          {choices.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <DefaultNote
        name={label}
        text={defaultText ?? labelOf(defaultValue)}
        isDefault={chosen === defaultValue}
        onReset={() => onChoose(defaultValue)}
      />
      <div id={noteId}>{children}</div>
    </div>
  );
}
