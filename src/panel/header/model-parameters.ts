import { type ModelSettings, REASONING_EFFORTS } from '@/src/core/records/chat';

/** The settings as a user enters them; an empty text means that the endpoint's default holds. */
export interface ParameterFields {
  temperature: string;
  maxTokens: string;
  reasoningEffort: string;
  streaming: boolean;
}

/** What is wrong with a field, in one sentence that says what to enter. */
export type ParameterProblems = Partial<Record<keyof ParameterFields, string>>;

export const MAX_TEMPERATURE = 2;
export const MAX_TOKENS_LIMIT = 1_000_000;

/** The fields as they open. */
export function fieldsOf({ parameters, streaming }: ModelSettings): ParameterFields {
  const { temperature, maxTokens, reasoningEffort } = parameters;
  return {
    temperature: temperature === null ? '' : String(temperature),
    maxTokens: maxTokens === null ? '' : String(maxTokens),
    reasoningEffort: reasoningEffort ?? '',
    streaming,
  };
}

/** Reads the fields: the settings, or what is wrong with them. */
export function readParameters(
  fields: ParameterFields,
): { ok: true; settings: ModelSettings } | { ok: false; problems: ParameterProblems } {
  const temperature = readNumber(fields.temperature);
  const maxTokens = readNumber(fields.maxTokens);
  const reasoningEffort = REASONING_EFFORTS.find((effort) => effort === fields.reasoningEffort) ?? null;
  const problems: ParameterProblems = {};
  if (temperature !== null && !(temperature >= 0 && temperature <= MAX_TEMPERATURE)) {
    problems.temperature = `A number from 0 to ${MAX_TEMPERATURE}, or nothing.`;
  }
  if (
    maxTokens !== null &&
    !(Number.isInteger(maxTokens) && maxTokens >= 1 && maxTokens <= MAX_TOKENS_LIMIT)
  ) {
    problems.maxTokens = `A whole number from 1 to ${MAX_TOKENS_LIMIT}, or nothing.`;
  }
  return Object.keys(problems).length > 0
    ? { ok: false, problems }
    : {
        ok: true,
        settings: { parameters: { temperature, maxTokens, reasoningEffort }, streaming: fields.streaming },
      };
}

/** The settings in a few words, for a tooltip. */
export function parametersText({ parameters, streaming }: ModelSettings): string {
  const { temperature, maxTokens, reasoningEffort } = parameters;
  const parts = [
    temperature === null ? [] : [`temperature ${temperature}`],
    maxTokens === null ? [] : [`at most ${maxTokens} tokens`],
    reasoningEffort === null ? [] : [`${reasoningEffort} effort`],
    streaming ? [] : ['whole answers'],
  ].flat();
  return parts.length === 0 ? 'the endpoint’s defaults' : parts.join(', ');
}

/** Null for an empty field, NaN for what is no number; a decimal comma is one. */
function readNumber(text: string): number | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : Number(trimmed.replace(',', '.'));
}
