import { type ReactNode, useId } from 'react';
import './fields.css';

interface ChoiceGroupProps<Value extends string> {
  /** The group's label; only for screen readers if `isLegendHidden`. */
  legend: string;
  isLegendHidden: boolean;
  choices: readonly { value: Value; label: string }[];
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
      <legend className={isLegendHidden ? 'visually-hidden' : 'secondary'}>{legend}</legend>
      {choices.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name={name} checked={chosen === value} onChange={() => onChoose(value)} />
          <span>{label}</span>
        </label>
      ))}
      {children}
    </fieldset>
  );
}
