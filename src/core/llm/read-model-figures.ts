import { isJsonObject } from '@/src/schema/values/json';
import type { ModelInfo, ModelPrices } from './ai-service';

/** Largest context window that is accepted, in tokens. Anything above it is not a number of tokens. */
export const MAX_CONTEXT_TOKENS = 100_000_000;

/**
 * Highest price that is accepted, in US dollars per token: $1,000 per million, more than any model costs. Anything above it is most likely
 * a price per thousand or per million tokens, which some servers give without a unit.
 */
export const MAX_TOKEN_PRICE = 0.001;

/**
 * Reads a list entry's context window and prices, and whether the model takes images. A value that is missing or
 * implausible is left out: no figure is better than a wrong one.
 */
export function readModelFigures(entry: Readonly<Record<string, unknown>>): Partial<ModelInfo> {
  const contextTokens = contextTokensIn(entry);
  const takesImages = takesImagesIn(entry);
  const prices = pricesIn(entry);
  return {
    ...(contextTokens === null ? {} : { contextTokens }),
    ...(prices === null ? {} : { prices }),
    ...(takesImages === null ? {} : { takesImages }),
  };
}

/** A member with a number of tokens: `context_length`, `max_model_len`, `n_ctx`, `maxInputTokens`, `loaded_context_length` and the like. */
const CONTEXT_NAME = new RegExp(
  '(?:context|ctx|model|sequence|seq)_?(?:length|len|window|size|limit|tokens?)' +
    '|(?:input|prompt)_?(?:tokens?|length)?_?(?:limit|max)|max_?(?:input|prompt|context|ctx)|max_?tokens_?input|^n_?ctx|^context$',
  'i',
);

/** Members about other lengths: minimums, those of answers, and of what one unit of time takes. */
const OTHER_LENGTH = /^min|output|completion|embed|per_?(?:second|minute|hour|day|request)|images?|rate/i;

/** Maximum depth of the objects that are searched. */
const DEPTH = 4;

/** The members of an entry and of the objects in it, except those about other lengths. */
function membersOf(entry: object, hasLists: boolean, depth: number): [name: string, value: unknown][] {
  if (depth === 0) return [];
  return Object.entries(entry).flatMap(([name, value]: [string, unknown]) => {
    if (OTHER_LENGTH.test(name)) return [];
    const isSearched = typeof value === 'object' && value !== null && (hasLists || !Array.isArray(value));
    return [[name, value], ...(isSearched ? membersOf(value, hasLists, depth - 1) : [])];
  });
}

/**
 * The smallest figure, wherever the entry has it: a server may run a model with less than the model's maximum, and reports both. Lists are
 * searched only if no object has a figure: they describe several providers of the model, and any of them may answer.
 */
function contextTokensIn(entry: Readonly<Record<string, unknown>>): number | null {
  for (const hasLists of [false, true]) {
    const figures = membersOf(entry, hasLists, DEPTH)
      .filter(([name]) => CONTEXT_NAME.test(name))
      .map(([, value]) => (typeof value === 'string' ? Number(value) : value))
      .filter(isContextSize);
    if (figures.length > 0) return Math.min(...figures);
  }
  return null;
}

function isContextSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_CONTEXT_TOKENS;
}

/**
 * Null if the entry doesn't say. Servers list the kinds of input, or have a flag, at the entry itself or in an object of it; llama.cpp and
 * Ollama list capabilities, and LM Studio gives models with vision a type of their own.
 */
function takesImagesIn(entry: Readonly<Record<string, unknown>>): boolean | null {
  const members = membersOf(entry, false, DEPTH);
  const [inputs] = members.flatMap(([name, value]) =>
    name.endsWith('input_modalities') && Array.isArray(value) ? [value] : [],
  );
  if (inputs !== undefined) return inputs.includes('image');
  const [flag] = members.flatMap(([name, value]) =>
    /(?:^|_)vision$/.test(name) && typeof value === 'boolean' ? value : [],
  );
  const { type, capabilities } = entry;
  const words = [type, capabilities].flat();
  return flag ?? (['vlm', 'vision', 'multimodal'].some((word) => words.includes(word)) ? true : null);
}

/** Words for an amount of tokens, in the name of a price or in a statement of its unit, with that amount. */
const AMOUNTS: readonly (readonly [RegExp, number])[] = [
  [/million|mtok|\b1?m\b|1e6|1[,_. ]?000[,_. ]?000/i, 1_000_000],
  [/thousand|ktok|\b1?k\b|1e3|1[,_. ]?000/i, 1_000],
  [/token|^1$/i, 1],
];

/** Names of the four prices, before `_price`, `_cost` and a unit. In the lists of OpenRouter and proxies for it, they are the whole names. */
const PRICE_NAMES = {
  input: priceName('(?:prompt|input)'),
  output: priceName('(?:completion|output)'),
  cacheRead: priceName('(?:(?:input_)?cache_?read(?:_input)?|cached_(?:input|prompt))'),
  cacheCreation: priceName('(?:input_)?cache_?(?:write|creation)(?:_input)?'),
};

function priceName(name: string): RegExp {
  return new RegExp(
    `^${name}(?:_tokens?)?(?:_price|_cost)?(?:_per_(?:(?:1?[mk]|million|thousand)(?:_tokens?)?|token))?$`,
    'i',
  );
}

/**
 * The prices of an entry, from `pricing`, the entry itself or its `model_info`. A price's unit is in its name (`input_cost_per_token`) or in
 * a member beside it (`unit: '1M tokens'`). Without a unit, only the names of OpenRouter's list mean prices per token. Null unless both main
 * prices are given in US dollars, in a known unit: the cost of an answer would be wrong without either.
 */
function pricesIn(entry: Readonly<Record<string, unknown>>): ModelPrices | null {
  for (const place of [entry.pricing, entry.model_info, entry].filter(isJsonObject)) {
    const input = priceAt(place, 'input');
    const output = priceAt(place, 'output');
    if (input !== null && output !== null && isInDollars(place, entry)) {
      const [cacheRead, cacheCreation] = [priceAt(place, 'cacheRead'), priceAt(place, 'cacheCreation')];
      return { input, output, cacheRead, cacheCreation, ...(hasTiers(place, entry) && { isTiered: true }) };
    }
  }
  return null;
}

/** True for prices of long prompts (`input_cost_per_token_above_200k_tokens`), or a list of prices by length (`input_tiers`). */
function hasTiers(...places: readonly Readonly<Record<string, unknown>>[]): boolean {
  return places
    .flatMap(Object.entries)
    .some(([name, value]: [string, unknown]) =>
      /tier/i.test(name)
        ? Array.isArray(value) && value.length > 1 && value.every(isJsonObject)
        : /(?:price|cost|prompt|completion|input|output)\w*_above_\d/i.test(name) && value != null,
    );
}

function isInDollars(...places: readonly Readonly<Record<string, unknown>>[]): boolean {
  const currency = places
    .map((place) => place.currency ?? place.price_currency)
    .find((value) => value != null);
  return currency === undefined || /^(?:usd?|\$|us ?dollars?)$/i.test(String(currency));
}

/** The price with one of these names, in US dollars per token. Null if there is none, it is implausible, or its unit is unknown. */
function priceAt(place: Readonly<Record<string, unknown>>, kind: keyof typeof PRICE_NAMES): number | null {
  const found = Object.entries(place).find(([name, value]) => PRICE_NAMES[kind].test(name) && value != null);
  if (found === undefined) return null;
  const [name, value] = found;
  const tokens = tokensPerPrice(name, place);
  const isNumeric = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  const price = isNumeric && tokens !== null ? Number(value) / tokens : Number.NaN;
  // A negative price means that it varies with the request.
  return price >= 0 && price <= MAX_TOKEN_PRICE ? price : null;
}

/** Units of other things than tokens, and other currencies than the US dollar. */
const OTHER_UNIT =
  /\b(?:rmb|cny|yuan|eur|gbp|jpy|inr|krw|credits?|points?|cents?|characters?|requests?|images?|seconds?)\b|[¥€£₹₩元]/i;

/** The number of tokens that a price is for; null if that is unknown. */
function tokensPerPrice(name: string, place: Readonly<Record<string, unknown>>): number | null {
  const [, ofName] = /_per_(.+)$/i.exec(name) ?? [];
  const stated = ofName ?? place.unit ?? place.price_unit ?? place.per;
  if (stated == null) return /^(?:prompt|completion|(?:input_)?cache|cached)/i.test(name) ? 1 : null;
  const words = String(stated).replaceAll('_', ' ');
  if (OTHER_UNIT.test(words)) return null;
  return AMOUNTS.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}
