import { type KeyboardEvent, useId, useState } from 'react';

interface NumberWithinProps {
  label: string;
  value: number;
  bounds: { min: number; max: number };
  isDisabled: boolean;
  onChange(value: number): void;
}

const numbers = new Intl.NumberFormat();

/** A field for a whole number. Applied when it loses the focus and on Enter; a number outside of the bounds is rejected with them. */
export function NumberWithin({ label, value, bounds, isDisabled, onChange }: NumberWithinProps) {
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
      <p id={problemId} className="inline-error" role="alert">
        {!isWithin &&
          `Enter a whole number from ${numbers.format(bounds.min)} to ${numbers.format(bounds.max)}.`}
      </p>
    </div>
  );
}
