import type { ComponentProps } from 'react';
import { FieldFrame } from './field-frame';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string;
  /** Shown below the field; missing for none. */
  note?: string | undefined;
  /** Reasons why the entered text can't be used; missing if there can be none. */
  problems?: readonly string[];
  onChange(text: string): void;
}

/** A line of text, or a secret with `type="password"`. */
export function TextField({ label, note, problems, onChange, ...input }: TextFieldProps) {
  return (
    <FieldFrame
      label={label}
      note={note}
      problems={problems ?? []}
      control={(names) => (
        <input
          type="text"
          autoComplete="off"
          spellCheck={false}
          {...input}
          {...names}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    />
  );
}
