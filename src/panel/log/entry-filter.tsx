import type { ReactNode } from 'react';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import './log.css';

/** A labelled control above a list. */
export function Field({ labelKey, children }: { labelKey: TextKey; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children.
    <label className="log-field">
      <span>{t(labelKey)}</span>
      {children}
    </label>
  );
}

/** Text field that filters a list. */
export function SearchField({ text, onChange }: { text: string; onChange(text: string): void }) {
  return (
    <Field labelKey="log.list.search">
      <input type="search" value={text} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

interface ChoiceProps<Value extends string> {
  labelKey: TextKey;
  /** Labels by value, in the order in which the values are offered. */
  labels: Readonly<Record<Value, TextKey>>;
  chosen: Value;
  /** Id of the element that describes the select, if there is one. */
  describedBy?: string;
  onChoose(value: Value): void;
}

/** Select with one labelled option for each value. */
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
        // The options are the keys of `labels`, so the cast is safe.
        onChange={(event) => onChoose(event.target.value as Value)}
      >
        {Object.entries<TextKey>(labels).map(([value, text]) => (
          <option key={value} value={value}>
            {t(text)}
          </option>
        ))}
      </select>
    </Field>
  );
}
