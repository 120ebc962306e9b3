/** Reads a response header by its lower-case name; null if there is none. */
export type HeaderReader = (name: string) => string | null;

/**
 * How long an endpoint asks to be left alone, in milliseconds; null if it doesn't say. Reads `retry-after-ms`, then
 * `Retry-After` in seconds or as a date (RFC 9110, 10.2.3). A date is counted from the endpoint's own `Date`, so that
 * two clocks that disagree do no harm.
 */
export function retryAfterOfHeaders(header: HeaderReader): number | null {
  const inMs = nonNegative(header('retry-after-ms'));
  if (inMs !== null) return Math.round(inMs);
  const value = header('retry-after');
  const inSeconds = nonNegative(value);
  if (inSeconds !== null) return Math.round(inSeconds * 1_000);
  const waitMs = Date.parse(value ?? '') - Date.parse(header('date') ?? '');
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}

function nonNegative(value: string | null): number | null {
  if (value === null || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 ? number : null;
}

/** Longest {@link endpointDetails}, in UTF-16 units. */
export const MAX_DETAILS_LENGTH = 500;

/** The details of an endpoint's error: `HTTP 429; retry after 7000 ms: ` and the endpoint's own words, cut to length. */
export function endpointDetails(facts: {
  /** Null for an error inside a stream. */
  status: number | null;
  /** Null if the endpoint asks for no wait. */
  retryAfterMs: number | null;
  /** Without the key; may be empty. */
  words: string;
}): string {
  const origin = facts.status === null ? 'inside the stream' : `HTTP ${facts.status}`;
  const wait = facts.retryAfterMs === null ? '' : `; retry after ${facts.retryAfterMs} ms`;
  const words = facts.words === '' ? '' : `: ${facts.words}`;
  return `${origin}${wait}${words}`.slice(0, MAX_DETAILS_LENGTH);
}

/** The wait that {@link endpointDetails} wrote into an error, in milliseconds; null if it wrote none. */
export function retryAfterMsOf(error: { details: string | null }): number | null {
  // Anchored, and before the colon: nothing in the endpoint's own words can pass for a wait.
  const match = /^(?:HTTP \d+|inside the stream); retry after (\d+) ms(?::|$)/.exec(error.details ?? '');
  return match === null ? null : Number(match[1]);
}
