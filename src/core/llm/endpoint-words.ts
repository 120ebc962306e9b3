import { z } from 'zod';
import { KEY_REMOVED } from '../secrets/known-secrets';
import { secretMask } from '../secrets/secret-forms';
import { ANSWER_BOUNDS, parseJson } from './parse-json';
import { MAX_DETAILS_LENGTH, retryAfterOfBody } from './retry-after';
import { upstreamCodes } from './upstream-words';

export interface EndpointErrorFacts {
  /** The error message; the whole text if its format is unknown. */
  message: string;
  /** Machine-readable codes and types, in lower case; a proxy's about its provider begin with `upstream:`. */
  codes: string[];
  /** The parameter named as the cause; null if none. */
  param: string | null;
  /** An HTTP status given as the code, as proxies do inside a stream. */
  status: number | null;
  /** Requested wait in milliseconds; null if none is given. */
  retryAfterMs: number | null;
}

// Errors have no standard format: a field of an unexpected type counts as missing, and the whole text is
// still shown in the details.
const textOrNumber = z.union([z.string(), z.number()]).nullish().catch(null);
const optionalText = z.string().nullish().catch(null);
const factsSchema = z.object({
  message: optionalText,
  detail: optionalText,
  msg: optionalText,
  error_msg: optionalText,
  error_message: optionalText,
  errorMessage: optionalText,
  status_msg: optionalText,
  code: textOrNumber,
  type: textOrNumber,
  status: textOrNumber,
  error_code: textOrNumber,
  status_code: textOrNumber,
  param: z.string().nullish().catch(null),
});

// OpenRouter passes on its provider's answer unchanged.
const causeSchema = z.object({
  metadata: z.object({ raw: z.union([z.string().min(1), z.looseObject({})]) }),
});

/**
 * Parses the body of a failed response, or the error object of a stream: JSON in any of the known forms, or
 * text. If a proxy passes on its provider's error beside its own, the two are joined.
 */
export function readEndpointError(body: unknown): EndpointErrorFacts {
  const value = valueIn(body);
  const facts = factsIn(value);
  const { data } = causeSchema.safeParse(value);
  if (data === undefined) return facts;
  const cause = factsIn(valueIn(data.metadata.raw));
  return {
    message: `${facts.message}: ${cause.message}`,
    codes: [...facts.codes, ...cause.codes],
    param: facts.param ?? cause.param,
    status: facts.status ?? cause.status,
    retryAfterMs: facts.retryAfterMs ?? cause.retryAfterMs,
  };
}

function valueIn(body: unknown): unknown {
  return unwrap(typeof body === 'string' ? parsedOrText(body) : body);
}

function factsIn(value: unknown): EndpointErrorFacts {
  const unknown = { codes: [], param: null, status: null, retryAfterMs: retryAfterOfBody(value) };
  if (typeof value === 'string') return { ...unknown, message: oneLine(value) };
  const parsed = factsSchema.safeParse(value);
  if (!parsed.success) return { ...unknown, message: oneLine(asText(value)) };
  const fields = parsed.data;
  const codes = [fields.code, fields.type, fields.status, fields.error_code, fields.status_code]
    .filter((item) => item !== null && item !== undefined)
    .map(String);
  const sentences = [
    ...[fields.message, fields.detail, fields.msg, fields.error_msg],
    ...[fields.error_message, fields.errorMessage, fields.status_msg],
  ];
  return {
    message: oneLine(sentences.find((one) => typeof one === 'string') ?? asText(value)),
    codes: [...codes.map((item) => item.toLowerCase()), ...upstreamCodes(value)],
    param: fields.param ?? null,
    status: codes.map(Number).find((item) => Number.isInteger(item) && item >= 400 && item <= 599) ?? null,
    retryAfterMs: unknown.retryAfterMs,
  };
}

/**
 * Prepares a text from outside for an error: one line, secrets removed, cut to {@link MAX_DETAILS_LENGTH}.
 */
export function redactedExcerpt(text: string, secrets: readonly string[]): string {
  return oneLine(secretMask(secrets, KEY_REMOVED)(text)).slice(0, MAX_DETAILS_LENGTH);
}

function unwrap(value: unknown): unknown {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const wrapped = wrapperSchema.safeParse(first);
  if (!wrapped.success) return first;
  return 'error' in wrapped.data ? wrapped.data.error : wrapped.data.errors[0];
}

const inner = z.union([z.string(), z.looseObject({})]);
const wrapperSchema = z.union([
  z.object({ error: inner }),
  z.object({ errors: z.tuple([inner], z.unknown()) }),
]);

function parsedOrText(text: string): unknown {
  return parseJson(text, ANSWER_BOUNDS) ?? text;
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
