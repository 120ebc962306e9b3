import { type ReactNode, useId } from 'react';

interface TemplateFieldProps {
  label: string;
  value: string;
  /** The reason why the text can't be used; null if it can. */
  problem: string | null;
  /** True to focus the field when it appears: the button that made it appear is gone. */
  isFocused: boolean;
  /** Notes on what can be written. */
  children: ReactNode;
  onChange(text: string): void;
}

/** A field for a template of the system prompt, with its problem below it. */
export function TemplateField(props: TemplateFieldProps) {
  const { label, value, problem, isFocused, children, onChange } = props;
  const id = useId();
  return (
    <div className="field template-field">
      <label>
        <span>{label}</span>
        <textarea
          className="mono"
          rows={6}
          spellCheck={false}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-hint ${id}-problem`}
          // biome-ignore lint/a11y/noAutofocus: it replaces the button that had the focus.
          autoFocus={isFocused}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      <p id={`${id}-hint`} className="secondary">
        {children}
      </p>
      <p id={`${id}-problem`} className="inline-error" role="alert">
        {problem}
      </p>
    </div>
  );
}
