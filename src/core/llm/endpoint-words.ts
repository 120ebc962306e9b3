import { z } from 'zod';
import { isJsonObject, type JsonObject } from '@/src/schema/values/json';
import { memberOf } from '../json-values';
import { KEY_REMOVED } from '../secrets/known-secrets';
import { secretMask } from '../secrets/secret-forms';
import { ANSWER_BOUNDS, parseJson } from './parse-json';
import { MAX_DETAILS_LENGTH, retryAfterOfFields, retryAfterOfWords } from './retry-after';
import { upstreamCodes } from './upstream-words';

export interface EndpointErrorFacts {
  /** The error message; the whole text if its format is unknown. */
  message: string;
  /**
   * Machine-readable codes and types, in lower case. Codes of a proxy about its provider begin with `upstream:`, codes
   * of an HTML page with `page:`.
   */
  codes: string[];
  /** True for an HTML page. A server in front of the endpoint sent it, so its text says nothing about the request. */
  isPage: boolean;
  /** The parameter named as the cause; null if none. */
  param: string | null;
  /** An HTTP status given as the code, as proxies do inside a stream. */
  status: number | null;
  /** Requested wait in milliseconds; null if none is given. */
  retryAfterMs: number | null;
}

/**
 * Length of the part of an error's message that is searched for the cause, in UTF-16 units. Limited because the
 * patterns take quadratic time.
 */
export const MAX_WORDS_LENGTH = 2_000;

/**
 * Maximum length of a code or of a parameter's name, in UTF-16 units. Longer ones are ignored, because the same
 * quadratic patterns search them.
 */
const MAX_CODE_LENGTH = 200;

// Errors have no standard format: a member of an unexpected type counts as missing, and the whole text is
// still shown in the details.
/** Names of members with an error's message. */
export const SENTENCE = /^(detail|((error|status)_?)?(msg|message))$/i;
const CODE = /^(type|status|((error|status)_)?code)$/;

/** Errors of a validator in FastAPI's format. Only the first is read. */
const findingSchema = z.tuple(
  [z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() })],
  z.unknown(),
);

// OpenRouter passes on its provider's answer unchanged.
const causeSchema = z.object({
  metadata: z.object({ raw: z.union([z.string().min(1), z.looseObject({})]) }),
});

/**
 * Parses the body of a failed response, or the error object of a stream: JSON in any of the known forms, a page, or
 * text. If a proxy passes on its provider's error beside its own, the two are joined.
 *
 * @param nowMs the endpoint's time, in milliseconds since 1970; NaN if unknown
 */
export function readEndpointError(body: unknown, nowMs: number): EndpointErrorFacts {
  const value = valueIn(body);
  const facts = factsIn(value, nowMs);
  const { data } = causeSchema.safeParse(value);
  if (data === undefined) return facts;
  const cause = factsIn(valueIn(data.metadata.raw), nowMs);
  return {
    message: `${facts.message}: ${cause.message}`,
    codes: [...facts.codes, ...cause.codes],
    isPage: false,
    param: facts.param ?? cause.param,
    status: facts.status ?? cause.status,
    retryAfterMs: facts.retryAfterMs ?? cause.retryAfterMs,
  };
}

function valueIn(body: unknown): unknown {
  return unwrap(typeof body === 'string' ? (parseJson(body, ANSWER_BOUNDS) ?? body) : body);
}

function factsIn(value: unknown, nowMs: number): EndpointErrorFacts {
  const object: JsonObject = isJsonObject(value) ? value : {};
  const members = Object.entries(object);
  const codes = members
    .filter(([name, item]) => CODE.test(name) && /^(string|number)$/.test(typeof item))
    .map(([, item]) => String(item));
  const sentences = members.flatMap(([name, item]) => (SENTENCE.test(name) ? sentenceIn(item) : []));
  const text = sentences[0] ?? (typeof value === 'string' ? value : asText(value));
  const message = readable(text);
  const isPage = PAGE.test(text);
  const finding = findingSchema.safeParse(object.detail).data?.[0];
  const param = memberOf(object, 'param') ?? finding?.loc.join('.');
  return {
    message,
    codes: [
      ...codes.map((item) => item.toLowerCase()),
      ...upstreamCodes(value),
      ...(isPage && BOT_CHECK.test(text) ? ['page:bot-check'] : []),
    ].filter((item) => item.length <= MAX_CODE_LENGTH),
    isPage,
    // LiteLLM writes Python's null.
    param:
      typeof param === 'string' && param.length <= MAX_CODE_LENGTH && !/^(None)?$/.test(param) ? param : null,
    status: codes.map(Number).find((item) => Number.isInteger(item) && item >= 400 && item <= 599) ?? null,
    retryAfterMs:
      retryAfterOfFields(fieldsIn(value, 0), nowMs, codes.includes('429')) ??
      retryAfterOfWords(message.slice(0, MAX_WORDS_LENGTH)),
  };
}

function sentenceIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  const { data } = findingSchema.safeParse(value);
  return data === undefined ? [] : [`${data[0].loc.join('.')}: ${data[0].msg}`];
}

/**
 * Nesting levels of an error that are searched for a wait. A proxy nests the headers of its provider, and Google nests
 * a list of details.
 */
const MAX_FIELD_DEPTH = 3;

function fieldsIn(value: unknown, depth: number): [string, unknown][] {
  if (typeof value !== 'object' || value === null || depth === MAX_FIELD_DEPTH) return [];
  return Object.entries(value).flatMap(([name, item]): [string, unknown][] => [
    [name, item],
    ...fieldsIn(item, depth + 1),
  ]);
}

const PAGE = /^\s*<(!doctype|html|head|body|title|p|div|h1|center)\b/i;
/** Length of the part of an HTML page that is searched for its title or text, in UTF-16 units. */
const MAX_PAGE_LENGTH = 16_384;
/** Texts in Cloudflare's pages for a bot check or a block. */
const BOT_CHECK =
  /(just a moment|cf-chl|challenge-platform|required! . cloudflare|used cloudflare to restrict access)/i;

/** Converts a text to one line. An HTML page is reduced to its title, or to its text if it has no title. */
function readable(text: string): string {
  if (!PAGE.test(text)) return oneLine(text);
  const page = text.slice(0, MAX_PAGE_LENGTH);
  const title = /<(title|h1)\b[^>]*>(.*?)<\/\1>/is.exec(page)?.[2] ?? '';
  return oneLine(title) || oneLine(page.replaceAll(/<(style|script)\b.*?(<\/\1>|$)|<[^>]*>?/gis, ' '));
}

/**
 * Prepares a text from outside for an error: removes secrets, makes it one line (of a page, its title), and cuts it to
 * {@link MAX_DETAILS_LENGTH}.
 */
export function redactedExcerpt(text: string, secrets: readonly string[]): string {
  return readable(secretMask(secrets, KEY_REMOVED)(text)).slice(0, MAX_DETAILS_LENGTH);
}

function unwrap(value: unknown): unknown {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (!isJsonObject(first)) return first;
  const error = first.error ?? (Array.isArray(first.errors) ? first.errors[0] : null);
  return typeof error === 'string' || isJsonObject(error) ? error : first;
}

/** Empty for undefined, and for a value that is nested deeper than the stack allows. */
function asText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // Nested deeper than the stack allows: there is nothing to quote.
    return '';
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
