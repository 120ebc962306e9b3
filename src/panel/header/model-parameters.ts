import { formatNumber } from '@/src/panel/kit/text/format-number';
import type { ModelSettings } from '@/src/schema/chat-settings';
import { REASONING_EFFORTS } from '@/src/schema/values/chat-settings';
import { i18n } from '@/src/texts/i18n';

/** The settings as entered by the user; an empty text means the endpoint's default. */
export interface ParameterFields {
  temperature: string;
  maxTokens: string;
  reasoningEffort: string;
  streaming: boolean;
  /** `yes`, `no`, or empty for what the endpoint's list says. */
  takesImages: string;
}

/** Validation messages by field, each saying what to enter. */
type ParameterProblems = Partial<Record<keyof ParameterFields, string>>;

const MAX_TEMPERATURE = 2;
const MAX_TOKENS_LIMIT = 1_000_000;

/** The initial fields for stored settings. */
export function fieldsOf({ parameters, streaming, takesImages }: ModelSettings): ParameterFields {
  const { temperature, maxTokens, reasoningEffort } = parameters;
  return {
    temperature: temperature === null ? '' : String(temperature),
    maxTokens: maxTokens === null ? '' : String(maxTokens),
    reasoningEffort: reasoningEffort ?? '',
    streaming,
    takesImages: takesImages === null ? '' : takesImages ? 'yes' : 'no',
  };
}

/** Validates the fields and returns the settings or the problems. */
export function readParameters(
  fields: ParameterFields,
): { ok: true; settings: ModelSettings } | { ok: false; problems: ParameterProblems } {
  const temperature = readNumber(fields.temperature);
  const maxTokens = readNumber(fields.maxTokens);
  const reasoningEffort = REASONING_EFFORTS.find((effort) => effort === fields.reasoningEffort) ?? null;
  const problems: ParameterProblems = {};
  if (temperature !== null && !(temperature >= 0 && temperature <= MAX_TEMPERATURE)) {
    problems.temperature = i18n.t('header.settings.temperatureProblem', { max: MAX_TEMPERATURE });
  }
  if (
    maxTokens !== null &&
    !(Number.isInteger(maxTokens) && maxTokens >= 1 && maxTokens <= MAX_TOKENS_LIMIT)
  ) {
    problems.maxTokens = i18n.t('header.settings.maxTokensProblem', { max: formatNumber(MAX_TOKENS_LIMIT) });
  }
  return Object.keys(problems).length > 0
    ? { ok: false, problems }
    : {
        ok: true,
        settings: {
          parameters: { temperature, maxTokens, reasoningEffort },
          streaming: fields.streaming,
          takesImages: fields.takesImages === '' ? null : fields.takesImages === 'yes',
        },
      };
}

/** Null for an empty field, NaN for invalid input. Accepts a decimal comma. */
function readNumber(text: string): number | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : Number(trimmed.replace(',', '.'));
}
