import type { ComponentProps } from 'react';
import { FieldFrame } from './field-frame';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'className'> {
  label: string;
  /** Shown below the field; missing for none. */
  note?: string | undefined;
  /** True for a monospaced font, as for addresses and keys. */
  isMono?: boolean;
  onChange(text: string): void;
}

/** A line of text, or a secret with `type="password"`. */
export function TextField({ label, note, isMono, onChange, ...input }: TextFieldProps) {
  return (
    <FieldFrame
      label={label}
      note={note}
      problems={[]}
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
