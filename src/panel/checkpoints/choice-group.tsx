import { type ReactNode, useId } from 'react';

interface ChoiceGroupProps<Value extends string> {
  /** What is chosen between; for screen readers where `isLegendHidden`. */
  legend: string;
  isLegendHidden: boolean;
  choices: readonly { value: Value; label: string }[];
  /** Null: nothing yet. */
  chosen: Value | null;
  onChoose(value: Value): void;
  /** Below the choices. */
  children?: ReactNode;
}

/** One of a few ways, as radio buttons. */
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
