import { isStewardError } from '@/src/core/errors';
import type { ModelParameters } from '@/src/core/records/chat';

/** What endpoints call the longest answer. Most know the first; some models of OpenAI's take the second only. */
export type LimitName = 'max_tokens' | 'max_completion_tokens';

/** Whether the endpoint refused the request, before any answer, because it wants the other name of the limit. */
export function wantsOtherLimit(error: unknown): boolean {
  if (!isStewardError(error) || error.code !== 'protocol') return false;
  const words = error.details ?? '';
  return /^HTTP 4\d\d:.*\bmax_tokens\b/.test(words) && words.includes('max_completion_tokens');
}

/** The parameters as the request's body has them; what is not set is not there. */
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
