import { type ReactNode, useId } from 'react';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import './fields.css';

interface ChoiceGroupProps<Value extends string> {
  /** The group's label. If `isLegendHidden`, only screen readers get it. */
  legend: TextKey;
  isLegendHidden?: boolean;
  /** The offered values with their labels, in the order in which they are shown. */
  choices: Readonly<Partial<Record<Value, TextKey>>>;
  /** Null if nothing is chosen yet. */
  chosen: Value | null;
  onChoose(value: Value): void;
  /** Shown below the choices. */
  children?: ReactNode;
}

export function ChoiceGroup<Value extends string>({
  legend,
  isLegendHidden,
  choices,
  chosen,
  onChoose,
  children,
}: ChoiceGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset className="choice-group">
      <legend className={isLegendHidden ? 'visually-hidden' : 'secondary'}>{t(legend)}</legend>
      {(Object.entries(choices) as [Value, TextKey][]).map(([value, label]) => (
        <label key={value}>
          <input type="radio" name={name} checked={chosen === value} onChange={() => onChoose(value)} />
          <span>{t(label)}</span>
        </label>
      ))}
      {children}
    </fieldset>
  );
}
