import { z } from 'zod';
import type { Json } from '../json';
import type { TokenCounts } from '../records/message';
import type { AIStreamChunk } from './ai-service';

type UsageChunk = Extract<AIStreamChunk, { type: 'usage' }>;

const count = z.int().nonnegative().nullish();
const details = z
  .object({ cached_tokens: count, cache_write_tokens: count, cache_creation_tokens: count })
  .nullish();

/** The usage object of the OpenAI API, with fields that other providers and proxies add. */
const usageSchema = z
  .object({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: details,
    // DeepSeek and Moonshot.
    prompt_cache_hit_tokens: count,
    cached_tokens: count,
    // Fields of the Anthropic API and of OpenAI's Responses API, passed on by proxies.
    input_tokens: count,
    output_tokens: count,
    input_tokens_details: details,
    cache_read_input_tokens: count,
    cache_creation_input_tokens: count,
  })
  .nullish();

/**
 * Usage as a llama.cpp server reports it. `prompt_n` counts tokens that were processed, `cache_n` tokens from
 * its cache.
 */
const timingsSchema = z
  .object({
    prompt_n: z.int().nonnegative(),
    predicted_n: z.int().nonnegative(),
    cache_n: count,
  })
  .nullish();

/**
 * Reads the token counts of an event or a whole response, with the raw object.
 *
 * Null if there are none: for placeholders without the two main counts, and for objects that can't be parsed
 * or stored. The request then visibly has no figures, which is better than wrong ones. The answer itself is
 * unaffected.
 */
export function readUsage({ usage, timings }: { usage?: unknown; timings?: unknown }): UsageChunk | null {
  const counted = readCounts(usage);
  if (counted !== null && !isPlaceholder(counted.counts)) return counted;
  return readTimings(timings) ?? counted;
}

/** True if all counts are zero. No request has an empty prompt, so such counts are not a measurement. */
export function isPlaceholder(counts: TokenCounts): boolean {
  return Object.values(counts).every((one) => one === 0);
}

function readCounts(usage: unknown): UsageChunk | null {
  const { data } = usageSchema.safeParse(usage);
  const counts = data ? countsOf(data) : null;
  return counts === null ? null : usageChunk(counts, usage);
}

/**
 * Separates tokens read from the provider's cache, tokens written to it, and the rest, so that their sum is
 * the prompt. OpenAI's `prompt_tokens` include all three, Anthropic's only the rest. Proxies mix the fields:
 * `prompt_tokens` are taken to include all three, unless the parts exceed them.
 */
function countsOf(usage: NonNullable<z.infer<typeof usageSchema>>): TokenCounts | null {
  const prompt = usage.prompt_tokens ?? usage.input_tokens ?? null;
  const completionTokens = usage.completion_tokens ?? usage.output_tokens ?? null;
  if (prompt === null || completionTokens === null) return null;
  const more = usage.prompt_tokens_details ?? usage.input_tokens_details;
  const read = largest(
    more?.cached_tokens,
    usage.prompt_cache_hit_tokens,
    usage.cached_tokens,
    usage.cache_read_input_tokens,
  );
  const written = largest(
    more?.cache_write_tokens,
    more?.cache_creation_tokens,
    usage.cache_creation_input_tokens,
  );
  const hasAnthropicWords =
    typeof (usage.cache_read_input_tokens ?? usage.cache_creation_input_tokens) === 'number';
  const isRestAlone =
    hasAnthropicWords && (typeof usage.prompt_tokens !== 'number' || read + written > prompt);
  if (isRestAlone) {
    return {
      promptTokens: prompt,
      completionTokens,
      cacheReadInputTokens: read,
      cacheCreationInputTokens: written,
    };
  }
  const cacheReadInputTokens = Math.min(read, prompt);
  const cacheCreationInputTokens = Math.min(written, prompt - cacheReadInputTokens);
  return {
    promptTokens: prompt - cacheReadInputTokens - cacheCreationInputTokens,
    completionTokens,
    cacheReadInputTokens,
    cacheCreationInputTokens,
  };
}

/** The largest of several fields for the same count: a server that sends two may leave one at zero. */
function largest(...counts: (number | null | undefined)[]): number {
  return Math.max(...counts.map((one) => one ?? 0));
}

function readTimings(timings: unknown): UsageChunk | null {
  const { data } = timingsSchema.safeParse(timings);
  if (!data) return null;
  const { prompt_n: promptTokens, predicted_n: completionTokens, cache_n } = data;
  const counts = {
    promptTokens,
    completionTokens,
    cacheReadInputTokens: cache_n ?? 0,
    cacheCreationInputTokens: 0,
  };
  return usageChunk(counts, { timings });
}

/** Longest raw object that is stored, in characters of JSON. Real ones have some hundreds. */
const MAX_RAW_LENGTH = 10_000;
const MAX_RAW_DEPTH = 10;

function usageChunk(counts: TokenCounts, raw: unknown): UsageChunk | null {
  const canBeKept = isJsonWithin(raw, MAX_RAW_DEPTH) && JSON.stringify(raw).length <= MAX_RAW_LENGTH;
  return canBeKept ? { type: 'usage', counts, raw } : null;
}

function isJsonWithin(value: unknown, depth: number): value is Json {
  switch (typeof value) {
    case 'object':
      return (
        value === null || (depth > 0 && Object.values(value).every((one) => isJsonWithin(one, depth - 1)))
      );
    case 'number':
      return Number.isFinite(value);
    default:
      return typeof value === 'string' || typeof value === 'boolean';
  }
}
