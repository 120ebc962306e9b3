import { isStewardError } from '@/src/core/errors';
import type { ModelParameters } from '@/src/core/records/chat';

/**
 * Names of the parameter for the longest answer. Most endpoints know the first; some OpenAI models accept
 * only the second.
 */
export type LimitName = 'max_tokens' | 'max_completion_tokens';

/**
 * True if the endpoint rejected the request before any answer because it requires the other parameter name.
 */
export function wantsOtherLimit(error: unknown): boolean {
  if (!isStewardError(error) || error.code !== 'protocol') return false;
  const words = error.details ?? '';
  return /^HTTP 4\d\d:.*\bmax_tokens\b/.test(words) && words.includes('max_completion_tokens');
}

/** The parameters as fields of the request's body; those that are not set are left out. */
export function parameterFields(
  { temperature, maxTokens, reasoningEffort }: ModelParameters,
  limitName: LimitName,
): Partial<Record<LimitName | 'temperature', number>> & {
  reasoning_effort?: NonNullable<ModelParameters['reasoningEffort']>;
} {
  return {
    ...(temperature === null ? {} : { temperature }),
    ...(maxTokens === null ? {} : { [limitName]: maxTokens }),
    ...(reasoningEffort === null ? {} : { reasoning_effort: reasoningEffort }),
  };
}
