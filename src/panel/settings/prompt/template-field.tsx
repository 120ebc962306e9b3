import type { ReactNode } from 'react';
import { FieldFrame } from '@/src/panel/kit/fields/field-frame';
import type { Said } from '@/src/schema/values/said';
import { wordsOf } from '@/src/texts/i18n';

interface TemplateFieldProps {
  label: string;
  value: string;
  /** The reason why the text can't be used; null if it can. */
  problem: Said | null;
  /** True to focus the field when it appears, since the button that opened it is removed. */
  isFocused: boolean;
  /** Explains what the template can contain. */
  children: ReactNode;
  onChange(text: string): void;
}

/** A field for a template of the system prompt, with its problem below it. */
export function TemplateField({ label, value, problem, isFocused, children, onChange }: TemplateFieldProps) {
  return (
    <FieldFrame
      label={label}
      className="template-field"
      note={children}
      problems={problem === null ? [] : [wordsOf(problem)]}
      control={(names) => (
        <textarea
          {...names}
          className="mono"
          rows={6}
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: it replaces the button that had the focus.
          autoFocus={isFocused}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    />
  );
}
