import type { ComponentProps } from 'react';
import { FieldFrame } from './field-frame';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string;
  /** Shown below the field; missing for none. */
  note?: string | undefined;
  /** Reasons why the entered text can't be used; missing if every text can be. */
  problems?: readonly string[];
  onChange(text: string): void;
}

/** Field for a line of text; with `type="password"`, for a secret. */
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
