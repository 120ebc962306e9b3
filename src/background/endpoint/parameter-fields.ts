import { isStewardError } from '@/src/core/errors';
import type { AIRequest } from '@/src/core/llm/ai-service';
import type { ModelParameters } from '@/src/schema/chat-settings';

/**
 * Deviations from the usual request that an endpoint requires: another name for the limit of the answer, as for some
 * OpenAI models, no request for the usage of a stream, or no marks for the provider's cache.
 */
export type Adaptation = 'max_completion_tokens' | 'no_stream_options' | 'no_cache_marks';

/** The adaptation that the endpoint requires, if it rejected the request before any answer; null for none. */
export function adaptationFor(
  error: unknown,
  { parameters, streaming, cacheMarks }: AIRequest,
): Adaptation | null {
  if (!isStewardError(error) || error.code !== 'protocol') return null;
  const words = error.details ?? '';
  if (!/^HTTP 4\d\d:/.test(words)) return null;
  const isLimit = /\bmax_tokens\b/.test(words) && words.includes('max_completion_tokens');
  if (isLimit && parameters.maxTokens !== null) return 'max_completion_tokens';
  if (streaming && /stream_options|include_usage/.test(words)) return 'no_stream_options';
  // The endpoint rejected the marks, or the content parts that carry them.
  const isMark = /^HTTP 4(00|22):.*(cache.?control|ephemeral|\bcontent\b|\bstring\b)/i.test(words);
  return isMark && cacheMarks.length > 0 ? 'no_cache_marks' : null;
}

/** The parameters as fields of the request body; unset parameters are omitted. */
export function parameterFields(
  { parameters: { temperature, topP, maxTokens, reasoningEffort }, streaming }: AIRequest,
  adaptations: ReadonlySet<Adaptation>,
): {
  temperature?: number;
  top_p?: number;
  max_tokens?: number;
  max_completion_tokens?: number;
  reasoning_effort?: NonNullable<ModelParameters['reasoningEffort']>;
  stream_options?: { include_usage: true };
} {
  const limitName = adaptations.has('max_completion_tokens') ? 'max_completion_tokens' : 'max_tokens';
  return {
    ...(temperature === null ? {} : { temperature }),
    ...(topP === null ? {} : { top_p: topP }),
    ...(maxTokens === null ? {} : { [limitName]: maxTokens }),
    ...(reasoningEffort === null ? {} : { reasoning_effort: reasoningEffort }),
    ...(streaming && !adaptations.has('no_stream_options')
      ? { stream_options: { include_usage: true } }
      : {}),
  };
}
