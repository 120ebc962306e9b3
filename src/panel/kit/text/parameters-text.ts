import type { ModelSettings } from '@/src/schema/chat-settings';
import { MODEL_PARAMETERS } from '@/src/schema/values/model-parameters';
import type { TextKey } from '@/src/schema/values/said';
import { i18n } from '@/src/texts/i18n';

type Parameter = keyof typeof MODEL_PARAMETERS;

type ParameterRow =
  | { kind: 'number' | 'integer'; unit?: 'counts.tokens' }
  | { kind: 'choice'; choices: Readonly<Record<string, TextKey>> };

const NAMES = Object.keys(MODEL_PARAMETERS) as Parameter[];

/** Summary of a model's settings, for a tooltip. */
export function parametersText({ parameters, streaming, takesImages }: ModelSettings): string {
  const parts = NAMES.flatMap((name) => {
    const value = parameters[name];
    const { summary, ...row } = MODEL_PARAMETERS[name];
    return value === null ? [] : [i18n.t(summary, { value: valueText(row, value) })];
  });
  if (!streaming) parts.push(i18n.t('header.parameters.noStreaming'));
  if (takesImages !== null) {
    parts.push(i18n.t(takesImages ? 'header.parameters.takesImages' : 'header.parameters.takesNoImages'));
  }
  return parts.length === 0 ? i18n.t('header.parameters.defaults') : parts.join(', ');
}

function valueText(row: ParameterRow, value: string | number): string {
  if (row.kind === 'choice') {
    const label = row.choices[value];
    return label === undefined ? String(value) : i18n.t(label);
  }
  return row.unit === undefined ? String(value) : i18n.t(row.unit, { count: Number(value) });
}
