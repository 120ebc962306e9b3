import type { ReactNode } from 'react';
import { DefaultNote } from './default-note';
import { FieldFrame } from './field-frame';

interface ChoiceFieldProps<Value extends string> {
  label: string;
  choices: readonly { value: Value; label: string }[];
  chosen: Value;
  defaultValue: Value;
  /** The default in words; missing to use the label of the default choice. */
  defaultText?: string;
  tooltip?: string;
  onChoose(value: Value): void;
  /** Shown below the choice, and read aloud with it. */
  children?: ReactNode;
}

/** A drop-down list, with its default while another value is chosen. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, choices, chosen, defaultValue, defaultText, tooltip, onChoose, children } = props;
  const labelOf = (value: Value) => choices.find((choice) => choice.value === value)?.label ?? value;
  return (
    <FieldFrame
      label={label}
      tooltip={tooltip}
      note={children}
      problems={[]}
      control={(names) => (
        <select
          {...names}
          value={chosen}
          onChange={({ target }) => {
            const choice = choices.find(({ value }) => value === target.value);
            if (choice !== undefined) onChoose(choice.value);
          }}
        >
          {choices.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    >
      <DefaultNote
        name={label}
        text={defaultText ?? labelOf(defaultValue)}
        isDefault={chosen === defaultValue}
        onReset={() => onChoose(defaultValue)}
      />
    </FieldFrame>
  );
}
