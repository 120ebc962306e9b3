import { isJsonObject, type JsonObject } from '@/src/schema/values/json';
import type { ModelInfo, ModelPrices } from './ai-service';

/** Largest context window that is accepted, in tokens. Anything above it is not a number of tokens. */
export const MAX_CONTEXT_TOKENS = 100_000_000;

/**
 * Highest price that is accepted, in US dollars per token: $10,000 per million. Anything above it is most likely a
 * price per million tokens, which some servers give under the same names.
 */
export const MAX_TOKEN_PRICE = 0.01;

/**
 * Reads a list entry's context window and prices, and whether the model takes images. A value that is missing or
 * implausible is left out: no figure is better than a wrong one.
 */
export function readModelFigures(entry: Readonly<Record<string, unknown>>): Partial<ModelInfo> {
  const contextTokens = contextTokensIn(entry);
  const takesImages = takesImagesIn(entry);
  const prices = perTokenPrices(entry) ?? pricesOfPricing(objectAt(entry, 'pricing'));
  return {
    ...(contextTokens === null ? {} : { contextTokens }),
    ...(prices === null ? {} : { prices }),
    ...(takesImages === null ? {} : { takesImages }),
  };
}

/** Names for the window in the lists of OpenRouter and Together, vLLM and SGLang, Groq, Mistral, LM Studio, and LiteLLM. */
const CONTEXT_NAMES = [
  'context_length',
  'max_model_len',
  'context_window',
  'max_context_length',
  'loaded_context_length',
  'max_input_tokens',
];

/** The smallest of several figures: a server may run a model with less than the model's maximum, and reports both. */
function contextTokensIn(entry: Readonly<Record<string, unknown>>): number | null {
  const meta = objectAt(entry, 'meta');
  const info = objectAt(entry, 'model_info');
  const named = [...CONTEXT_NAMES.map((name) => entry[name]), info?.max_input_tokens];
  // llama.cpp has its figures in `meta`.
  const figures = [...named, meta?.n_ctx, meta?.n_ctx_train].filter(isContextSize);
  return figures.length === 0 ? null : Math.min(...figures);
}

function isContextSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_CONTEXT_TOKENS;
}

/**
 * Null if the entry doesn't say. Kinds of input are listed by OpenRouter (in `architecture`) and GitHub Models; flags are given by Mistral
 * (in `capabilities`) and LiteLLM; llama.cpp and Ollama list capabilities, and LM Studio gives models with vision a type of their own.
 */
function takesImagesIn(entry: Readonly<Record<string, unknown>>): boolean | null {
  const architecture = objectAt(entry, 'architecture');
  const inputs = [
    architecture?.input_modalities,
    entry.input_modalities,
    entry.supported_input_modalities,
  ].find((value) => Array.isArray(value));
  if (inputs !== undefined) return inputs.includes('image');
  const { capabilities } = entry;
  const flags = [
    objectAt(entry, 'capabilities')?.vision,
    entry.supports_vision,
    objectAt(entry, 'model_info')?.supports_vision,
  ];
  const flag = flags.find((value) => typeof value === 'boolean');
  if (flag !== undefined) return flag;
  if (Array.isArray(capabilities)) {
    return capabilities.includes('vision') || capabilities.includes('multimodal') ? true : null;
  }
  return entry.type === 'vlm' ? true : null;
}

/** LiteLLM's names, in the entry or its `model_info`. */
function perTokenPrices(entry: Readonly<Record<string, unknown>>): ModelPrices | null {
  const from = entry.input_cost_per_token === undefined ? (objectAt(entry, 'model_info') ?? entry) : entry;
  return pricesOf({
    input: from.input_cost_per_token,
    output: from.output_cost_per_token,
    cacheRead: from.cache_read_input_token_cost,
    cacheCreation: from.cache_creation_input_token_cost,
  });
}

/**
 * Prices in `pricing`, as OpenRouter and proxies for it name them. The names of others, such as `input`, mean
 * prices per million tokens, so they are not read.
 */
function pricesOfPricing(pricing: JsonObject | null): ModelPrices | null {
  if (pricing === null) return null;
  return pricesOf({
    input: pricing.prompt,
    output: pricing.completion,
    cacheRead: pricing.input_cache_read ?? pricing.cached_input,
    cacheCreation: pricing.input_cache_write ?? pricing.cache_write,
  });
}

/** Null unless both main prices are given: the cost of an answer would be wrong without either. */
function pricesOf(raw: Record<keyof ModelPrices, unknown>): ModelPrices | null {
  const input = priceIn(raw.input);
  const output = priceIn(raw.output);
  if (input === null || output === null) return null;
  return { input, output, cacheRead: priceIn(raw.cacheRead), cacheCreation: priceIn(raw.cacheCreation) };
}

/** A number, or a text with one. A negative one means that the price varies with the request. */
function priceIn(value: unknown): number | null {
  const isNumeric = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  const price = isNumeric ? Number(value) : Number.NaN;
  return price >= 0 && price <= MAX_TOKEN_PRICE ? price : null;
}

function objectAt(entry: Readonly<Record<string, unknown>>, name: string): JsonObject | null {
  const value = entry[name];
  return isJsonObject(value) ? value : null;
}
