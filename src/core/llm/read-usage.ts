import { z } from 'zod';
import type { AIStreamChunk } from './ai-service';

const count = z.int().nonnegative().nullish();

/** The usage object of the OpenAI API, with the two spellings of cache writes that proxies add. */
export const usageSchema = z.intersection(
  z.looseObject({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: z
      .looseObject({ cached_tokens: count, cache_write_tokens: count, cache_creation_tokens: count })
      .nullish(),
  }),
  z.record(z.string(), z.json()),
);

/**
 * Usage as a chunk. `prompt_tokens` includes what was read from and written to the provider's cache; the counts keep
 * the three apart, so that their sum is the prompt (ledger conflict 22). Null if the object lacks one of the two main
 * counts, as the placeholders of some servers do.
 */
export function readUsage(
  raw: z.infer<typeof usageSchema>,
): Extract<AIStreamChunk, { type: 'usage' }> | null {
  const { prompt_tokens: prompt, completion_tokens: outputTokens, prompt_tokens_details: details } = raw;
  if (typeof prompt !== 'number' || typeof outputTokens !== 'number') return null;
  const cacheReadTokens = Math.min(details?.cached_tokens ?? 0, prompt);
  const written = details?.cache_write_tokens ?? details?.cache_creation_tokens ?? 0;
  const cacheCreationTokens = Math.min(written, prompt - cacheReadTokens);
  const inputTokens = prompt - cacheReadTokens - cacheCreationTokens;
  return {
    type: 'usage',
    counts: { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens },
    raw,
  };
}
