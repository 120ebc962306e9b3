import { useId } from 'react';
import { DefaultNote } from './default-note';

interface EnteredFieldProps {
  label: string;
  /** Text that the empty field shows. */
  placeholder?: string;
  /** A sentence below the field; missing for none. */
  note?: string;
  isWhole: boolean;
  /** The effect of an empty field. */
  emptyText: string;
  value: string;
  /** Undefined if the field is right. */
  problem: string | undefined;
  onChange(value: string): void;
}

/** A field for a number that may be left empty. It is read when the form is saved. */
export function EnteredField({
  label,
  placeholder,
  note,
  isWhole,
  emptyText,
  value,
  problem,
  onChange,
}: EnteredFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label>
        <span>{label}</span>
        <input
          type="text"
          inputMode={isWhole ? 'numeric' : 'decimal'}
          autoComplete="off"
          placeholder={placeholder}
          aria-invalid={problem !== undefined}
          aria-describedby={`${note === undefined ? '' : `${id}-note `}${id}-problem`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      {note !== undefined && (
        <p id={`${id}-note`} className="secondary">
          {note}
        </p>
      )}
      <DefaultNote name={label} text={emptyText} isDefault={value === ''} onReset={() => onChange('')} />
      <p id={`${id}-problem`} className="inline-error" role="alert">
        {problem}
      </p>
    </div>
  );
}
