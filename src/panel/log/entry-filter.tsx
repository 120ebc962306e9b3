import type { ReactNode } from 'react';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';
import './log.css';

/** A control above a list, with its label. */
export function Field({ labelKey, children }: { labelKey: TextKey; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children.
    <label className="log-field">
      <span>{i18n.t(labelKey)}</span>
      {children}
    </label>
  );
}

/** Filters a list by text. */
export function SearchField({ text, onChange }: { text: string; onChange(text: string): void }) {
  return (
    <Field labelKey="log.list.search">
      <input type="search" value={text} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

interface ChoiceProps<Value extends string> {
  labelKey: TextKey;
  /** The values in the order in which they are offered. */
  labels: Readonly<Record<Value, TextKey>>;
  chosen: Value;
  /** The id of a description, if there is one. */
  describedBy?: string;
  onChoose(value: Value): void;
}

/** One of several values. */
export function Choice<Value extends string>({
  labelKey,
  labels,
  chosen,
  describedBy,
  onChoose,
}: ChoiceProps<Value>) {
  return (
    <Field labelKey={labelKey}>
      <select
        value={chosen}
        aria-describedby={describedBy}
        // Only the keys are offered.
        onChange={(event) => onChoose(event.target.value as Value)}
      >
        {Object.entries<TextKey>(labels).map(([value, text]) => (
          <option key={value} value={value}>
            {i18n.t(text)}
          </option>
        ))}
      </select>
    </Field>
  );
}
