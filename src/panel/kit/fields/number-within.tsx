import { type KeyboardEvent, useState } from 'react';
import { i18n } from '@/src/texts/i18n';
import { formatNumber, formatUngrouped } from '../text/format-number';
import { DefaultNote } from './default-note';
import { FieldFrame } from './field-frame';

interface NumberWithinProps {
  label: string;
  value: number;
  bounds: { min: number; max: number };
  /** The setting's effect, in one sentence; missing if the label says it. */
  sentence?: string | undefined;
  defaultValue: number;
  onChange(value: number): void;
}

/**
 * A field for a whole number. The number is applied on Enter and when the field loses the focus. A number outside of
 * the bounds is rejected, with the bounds shown.
 */
export function NumberWithin(props: NumberWithinProps) {
  const { label, value, bounds, sentence, defaultValue, onChange } = props;
  const [entered, setEntered] = useState<string | null>(null);
  const text = entered ?? String(value);
  const isWithin = /^\d+$/.test(text) && Number(text) >= bounds.min && Number(text) <= bounds.max;
  const choose = (chosen: number) => {
    setEntered(null);
    if (chosen !== value) onChange(chosen);
  };
  const apply = () => {
    if (entered !== null && isWithin) choose(Number(text));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') apply();
  };
  const shownBounds = { min: formatUngrouped(bounds.min), max: formatUngrouped(bounds.max) };
  return (
    <FieldFrame
      label={label}
      note={sentence}
      problems={isWithin ? [] : [i18n.t('chatSettings.number.outOfBounds', shownBounds)]}
      control={(names) => (
        <input
          {...names}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setEntered(target.value.trim())}
          onBlur={apply}
          onKeyDown={onKeyDown}
        />
      )}
    >
      <DefaultNote
        name={label}
        text={formatNumber(defaultValue)}
        isDefault={entered === null && value === defaultValue}
        onReset={() => choose(defaultValue)}
      />
    </FieldFrame>
  );
}
