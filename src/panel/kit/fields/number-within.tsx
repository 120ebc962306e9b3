import { type KeyboardEvent, useId, useState } from 'react';
import { i18n } from '@/src/texts/i18n';
import { DefaultNote } from './default-note';

interface NumberWithinProps {
  label: string;
  value: number;
  bounds: { min: number; max: number };
  isDisabled: boolean;
  /** Its effect, in one sentence; missing if the label says it. */
  sentence?: string;
  /** Shown with a button that restores it; missing for none. */
  defaultValue?: number;
  onChange(value: number): void;
}

const numbers = new Intl.NumberFormat();

/** A field for a whole number. Applied when it loses the focus and on Enter; a number outside of the bounds is rejected with them. */
export function NumberWithin({
  label,
  value,
  bounds,
  isDisabled,
  onChange,
  ...explained
}: NumberWithinProps) {
  const { sentence, defaultValue } = explained;
  const problemId = useId();
  const [entered, setEntered] = useState<string | null>(null);
  const text = entered ?? String(value);
  const isWithin = /^\d+$/.test(text) && Number(text) >= bounds.min && Number(text) <= bounds.max;
  const apply = () => {
    if (entered === null || !isWithin) return;
    setEntered(null);
    if (Number(text) !== value) onChange(Number(text));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') apply();
  };
  return (
    <div className="field">
      <label>
        <span>{label}</span>
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          disabled={isDisabled}
          aria-invalid={!isWithin}
          aria-describedby={problemId}
          value={text}
          onChange={(event) => setEntered(event.target.value.trim())}
          onBlur={apply}
          onKeyDown={onKeyDown}
        />
      </label>
      {sentence !== undefined && <p className="secondary">{sentence}</p>}
      {defaultValue !== undefined && (
        <DefaultNote
          name={label}
          text={numbers.format(defaultValue)}
          isDefault={entered === null && value === defaultValue}
          onReset={() => {
            setEntered(null);
            if (value !== defaultValue) onChange(defaultValue);
          }}
        />
      )}
      <p id={problemId} className="inline-error" role="alert">
        {!isWithin &&
          i18n.t('chatSettings.number.outOfBounds', {
            min: numbers.format(bounds.min),
            max: numbers.format(bounds.max),
          })}
      </p>
    </div>
  );
}
