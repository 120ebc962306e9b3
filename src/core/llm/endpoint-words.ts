import { z } from 'zod';
import { MAX_DETAILS_LENGTH } from './retry-after';

/** What an endpoint says about a failure, as far as it can be told. */
export interface EndpointWords {
  /** Its sentence; the whole text where it has no known shape. */
  message: string;
  /** Its machine-readable words (code, type), in lower case. */
  codes: string[];
  /** The parameter it blames; null if none. */
  param: string | null;
  /** An HTTP status that it gives as its code, as proxies do inside a stream. */
  status: number | null;
}

// An error's shape is nobody's contract: a field of an unexpected type counts as not said, and the text as a whole
// still reaches the details.
const word = z.union([z.string(), z.number()]).nullish().catch(null);
const factsSchema = z.looseObject({
  message: z.string().nullish().catch(null),
  detail: z.string().nullish().catch(null),
  code: word,
  type: word,
  status: word,
  param: z.string().nullish().catch(null),
});

/** Reads the body of a failed response, or the error object of a stream: JSON in any of the usual shapes, or text. */
export function readEndpointWords(body: unknown): EndpointWords {
  const value = unwrap(typeof body === 'string' ? parsedOrText(body) : body);
  if (typeof value === 'string') return { message: oneLine(value), codes: [], param: null, status: null };
  const facts = factsSchema.safeParse(value);
  if (!facts.success) return { message: oneLine(asText(value)), codes: [], param: null, status: null };
  const { message, detail, code, type, status, param } = facts.data;
  const words = [code, type, status].filter((item) => item !== null && item !== undefined).map(String);
  return {
    message: oneLine(message ?? detail ?? asText(value)),
    codes: words.map((item) => item.toLowerCase()),
    param: param ?? null,
    status: words.map(Number).find((item) => Number.isInteger(item) && item >= 400 && item <= 599) ?? null,
  };
}

/** The error object in a body that came as a success; null if there is none. */
export function readReportedError(body: string): unknown {
  const reported = z.looseObject({ error: z.unknown() }).safeParse(parsedOrText(body));
  return reported.success ? (reported.data.error ?? null) : null;
}

/** A text from outside as an error may show it: in one line, without the key, cut to {@link MAX_DETAILS_LENGTH}. */
export function shownWords(text: string, key: string | null): string {
  return oneLine(withoutKey(text, key)).slice(0, MAX_DETAILS_LENGTH);
}

/** Takes every form of a key out of a text that is to be shown. */
export function withoutKey(text: string, key: string | null): string {
  if (key === null || key === '') return text;
  const forms = new Set([key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)]);
  return [...forms].reduce((rest, form) => rest.replaceAll(form, '[key removed]'), text);
}

function unwrap(value: unknown): unknown {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const wrapped = z.looseObject({ error: z.union([z.string(), z.looseObject({})]) }).safeParse(first);
  return wrapped.success ? wrapped.data.error : first;
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function asText(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
