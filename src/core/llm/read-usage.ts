import { z } from 'zod';
import type { TokenCounts } from '@/src/schema/usage';
import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';
import { memberOf } from '../json-values';
import type { AIStreamChunk } from './ai-service';

type UsageChunk = Extract<AIStreamChunk, { type: 'usage' }>;

// A field of an unexpected type counts as missing, so that the other fields can still be read.
const count = z.int().nonnegative().nullish().catch(null);
const details = z
  .object({
    cached_tokens: count,
    cache_write_tokens: count,
    cache_creation_tokens: count,
    reasoning_tokens: count,
  })
  .nullish()
  .catch(null);

/** The usage object of the OpenAI API, with fields that other providers and proxies add. */
const usageSchema = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count,
  prompt_tokens_details: details,
  completion_tokens_details: details,
  // Fields of DeepSeek and Moonshot.
  prompt_cache_hit_tokens: count,
  cached_tokens: count,
  // Fields of the Anthropic API and of OpenAI's Responses API, passed on by proxies.
  input_tokens: count,
  output_tokens: count,
  input_tokens_details: details,
  output_tokens_details: details,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
});

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

/** Usage as it is reported in an event or a whole response. */
interface UsageReport {
  usage?: unknown;
  timings?: unknown;
}

/** Reads the reports of one event; see {@link createUsageReader}. */
export type UsageReader = (...reports: UsageReport[]) => UsageChunk | null;

/**
 * Reads the token counts of one response, with the raw object. Some endpoints report the input in the first
 * event and the output in the last one, and all that report more than once report running totals. So the count of a
 * field is the highest of its reports.
 *
 * Null if an event has no report, or as long as one of the two main counts is missing: the request then
 * visibly has no figures, which is better than wrong ones. The answer itself is unaffected.
 */
export function createUsageReader(): UsageReader {
  let usage: JsonObject = {};
  return (...reports) => {
    let isNew = false;
    for (const report of reports) {
      if (!isJsonObject(report.usage) || !isJsonWithin(report.usage, MAX_RAW_DEPTH)) continue;
      const both = greatest(usage, report.usage);
      if (!isJsonObject(both) || JSON.stringify(both).length > MAX_RAW_LENGTH) continue;
      usage = both;
      isNew = true;
    }
    const counts = isNew ? countsOf(usageSchema.parse(usage)) : null;
    if (counts !== null && isMeasured(counts)) return { type: 'usage', counts, raw: usage };
    return reports.map(({ timings }) => readTimings(timings)).find((read) => read !== null) ?? null;
  };
}

/**
 * True if the endpoint reported that it read no token of the prompt from a cache. False if it doesn't report such tokens, since it may cache
 * all the same.
 */
export function reportsNoCacheRead(raw: Json): boolean {
  const { timings } = z
    .object({ timings: timingsSchema.catch(null) })
    .catch({ timings: null })
    .parse(raw);
  const { data: usage } = usageSchema.safeParse(raw);
  const counts = [
    timings?.cache_n,
    usage?.prompt_tokens_details?.cached_tokens,
    usage?.input_tokens_details?.cached_tokens,
    usage?.prompt_cache_hit_tokens,
    usage?.cached_tokens,
    usage?.cache_read_input_tokens,
  ].filter((count) => typeof count === 'number');
  return counts.length > 0 && largest(...counts) === 0;
}

/** True if a count isn't zero. No request has an empty prompt, so counts that are all zero mean nothing. */
function isMeasured(counts: TokenCounts): boolean {
  return Object.values(counts).some((one) => one > 0);
}

/** Merges two reports: the greater one of each number, the later one of other values. */
function greatest(before: Json, now: Json): Json {
  if (typeof before === 'number') return typeof now === 'number' ? Math.max(before, now) : before;
  if (!isJsonObject(before) || !isJsonObject(now)) return now ?? before;
  const fields = Object.entries(now).map(([name, value]) => [name, greatest(memberOf(before, name), value)]);
  return { ...before, ...Object.fromEntries(fields) };
}

/**
 * Separates tokens read from the provider's cache, tokens written to it, and the rest, so that their sum is
 * the prompt. OpenAI's `prompt_tokens` include all three, Anthropic's only the rest. Proxies mix the fields:
 * `prompt_tokens` are taken to include all three, unless the parts exceed them.
 */
function countsOf(usage: z.infer<typeof usageSchema>): TokenCounts | null {
  const inputs = [usage.prompt_tokens, usage.input_tokens];
  const outputs = [usage.completion_tokens, usage.output_tokens];
  const isMissing = (counts: typeof inputs) => counts.every((one) => typeof one !== 'number');
  if (isMissing(inputs) || isMissing(outputs)) return null;
  const prompt = largest(...inputs);
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
  const completion = largest(...outputs);
  const completionTokens = completion + besideCompletion(usage, prompt, completion, read + written);
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

/**
 * Number of reasoning tokens that the count of completion tokens doesn't contain. OpenAI's count contains them. xAI
 * counts them separately, and its total contains both. Gemini's reasoning tokens show only in the total.
 */
function besideCompletion(
  usage: z.infer<typeof usageSchema>,
  prompt: number,
  completion: number,
  cached: number,
): number {
  const reasoning = largest(
    usage.completion_tokens_details?.reasoning_tokens,
    usage.output_tokens_details?.reasoning_tokens,
  );
  if (reasoning > completion) return reasoning;
  const rest = largest(usage.total_tokens) - prompt - completion;
  // A rest that is not larger than the number of cached tokens may consist of these, if the prompt lacks them.
  return rest === reasoning || (reasoning === 0 && rest > cached) ? Math.max(0, rest) : 0;
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
  const raw = { timings };
  return isMeasured(counts) &&
    isJsonWithin(raw, MAX_RAW_DEPTH) &&
    JSON.stringify(raw).length <= MAX_RAW_LENGTH
    ? { type: 'usage', counts, raw }
    : null;
}

/** Longest raw object that is stored, in characters of JSON. Real ones have some hundreds. */
const MAX_RAW_LENGTH = 10_000;
const MAX_RAW_DEPTH = 10;

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
