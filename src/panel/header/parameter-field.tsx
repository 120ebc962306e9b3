import { ChoiceField } from '@/src/panel/kit/fields/choice-field';
import { EnteredField } from '@/src/panel/kit/fields/entered-field';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';

type ParameterRow = { label: TextKey } & (
  | { kind: 'number' | 'integer'; hint: TextKey }
  | { kind: 'choice'; choices: Readonly<Record<string, TextKey>> }
);

interface ParameterFieldProps {
  row: ParameterRow;
  /** As the user entered it; empty for the endpoint's default. */
  value: string;
  problem: string | undefined;
  onChange(value: string): void;
}

/** The field of a model parameter. */
export function ParameterField({ row, value, problem, onChange }: ParameterFieldProps) {
  const label = i18n.t(row.label);
  const endpointDefault = i18n.t('header.settings.endpointDefault');
  if (row.kind === 'choice') {
    const choices = Object.entries(row.choices).map(([choice, text]) => ({
      value: choice,
      label: i18n.t(text),
    }));
    return (
      <ChoiceField
        label={label}
        choices={[{ value: '', label: i18n.t('header.settings.choiceEmpty') }, ...choices]}
        chosen={value}
        defaultValue=""
        defaultText={endpointDefault}
        onChoose={onChange}
      />
    );
  }
  return (
    <EnteredField
      label={label}
      placeholder={i18n.t(row.hint)}
      isWhole={row.kind === 'integer'}
      emptyText={endpointDefault}
      value={value}
      problem={problem}
      onChange={onChange}
    />
  );
}
