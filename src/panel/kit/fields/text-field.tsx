import type { ComponentProps } from 'react';
import { FieldFrame } from './field-frame';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'className'> {
  label: string;
  /** Shown below the field; missing for none. */
  note?: string | undefined;
  /** True for a monospaced font, as for addresses and keys. */
  isMono?: boolean;
  /** Reasons why the entered text can't be used; missing if there can be none. */
  problems?: readonly string[];
  onChange(text: string): void;
}

/** A line of text, or a secret with `type="password"`. */
export function TextField({ label, note, isMono, problems, onChange, ...input }: TextFieldProps) {
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
          className={isMono ? 'mono' : undefined}
          {...input}
          {...names}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    />
  );
}
