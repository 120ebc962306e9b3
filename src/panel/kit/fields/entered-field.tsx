import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { ChoiceField } from './choice-field';
import { DefaultNote } from './default-note';
import { FieldFrame } from './field-frame';

type EnteredRow = { label: TextKey } & (
  | { kind: 'number' | 'integer'; hint?: TextKey; perEntered?: number }
  | { kind: 'choice'; choices: Readonly<Record<string, TextKey>> }
);

interface EnteredFieldProps {
  row: EnteredRow;
  /** Note below a number field; missing to show the row's hint. */
  note?: string;
  /** The effect of leaving the field empty. */
  emptyText: string;
  value: string;
  problems: readonly string[];
  onChange(value: string): void;
}

/** A field for a setting that may be left empty. What the user entered is read when the form is saved (`entered-values`). */
export function EnteredField({ row, note, emptyText, value, problems, onChange }: EnteredFieldProps) {
  const label = t(row.label);
  if (row.kind === 'choice') {
    const choices = Object.entries(row.choices).map(([choice, text]) => ({
      value: choice,
      label: t(text),
    }));
    return (
      <ChoiceField
        label={label}
        choices={[{ value: '', label: t('header.settings.choiceEmpty') }, ...choices]}
        chosen={value}
        defaultValue=""
        defaultText={emptyText}
        onChoose={onChange}
      />
    );
  }
  const isWhole = row.kind === 'integer' && row.perEntered === undefined;
  return (
    <FieldFrame
      label={label}
      note={note ?? (row.hint && t(row.hint))}
      problems={problems}
      control={(names) => (
        <input
          {...names}
          type="text"
          inputMode={isWhole ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    >
      <DefaultNote name={label} text={emptyText} isDefault={value === ''} onReset={() => onChange('')} />
    </FieldFrame>
  );
}
