import { z } from 'zod';

/** Reads a response header by its lower-case name; null if it is missing. */
export type HeaderReader = (name: string) => string | null;

/** Upper bound for a requested wait; longer ones are cut to this. */
const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1_000;

/**
 * Reads the requested wait from the headers, in milliseconds; null if there is none. Reads `retry-after-ms`,
 * then `Retry-After` in seconds or as a date (RFC 9110, 10.2.3). A date is relative to the endpoint's own
 * `Date`, so that differing clocks don't matter. A proxy may add its own header to its provider's: fetch
 * joins them with a comma, and the longest wait counts. A value that is neither seconds nor a date is
 * ignored; reading it as 0 would replace the back-off.
 */
export function retryAfterOfHeaders(header: HeaderReader): number | null {
  const value = header('retry-after') ?? '';
  const nowMs = Date.parse(header('date') ?? '');
  const dates = value.match(HTTP_DATE) ?? [];
  const inMs = numbersIn(header('retry-after-ms') ?? '');
  const waits =
    inMs.length > 0
      ? inMs
      : [
          ...numbersIn(value.replaceAll(HTTP_DATE, '')).map((seconds) => seconds * 1_000),
          ...dates.map((date) => Date.parse(date) - nowMs).filter((waitMs) => !Number.isNaN(waitMs)),
        ];
  if (waits.length === 0) return null;
  return Math.min(Math.max(0, Math.round(Math.max(...waits))), MAX_RETRY_AFTER_MS);
}

/** A date in one of the three HTTP formats, the oldest of which has no time zone. */
const HTTP_DATE = /[A-Z][a-z]{2,8},? [\w -]+ ?\d\d:\d\d:\d\d(?: GMT| \d{4})/g;

/** The non-negative numbers of a list. */
function numbersIn(list: string): number[] {
  return list.split(',').flatMap((item) => nonNegative(item) ?? []);
}

const wait = z.union([z.number(), z.string()]).optional().catch(undefined);

/**
 * Waits in seconds as CLIProxyAPI, LiteLLM and others put them into an error, and Google's list of details.
 */
const bodySchema = z.object({
  reset_seconds: wait,
  retry_after: wait,
  retry_after_seconds: wait,
  details: z
    .array(z.object({ retryDelay: wait }).catch({}))
    .optional()
    .catch(undefined),
});

/** Reads the requested wait from the endpoint's error object, in milliseconds; null if there is none. */
export function retryAfterOfBody(error: unknown): number | null {
  const { data } = bodySchema.safeParse(error);
  if (data === undefined) return null;
  const delays = (data.details ?? []).map(({ retryDelay }) => retryDelay);
  const seconds = [data.reset_seconds, data.retry_after, data.retry_after_seconds, ...delays]
    .map((value) => (value === undefined ? null : nonNegative(String(value).replace(/s$/, ''))))
    .find((value) => value !== null);
  return seconds === undefined || seconds === null
    ? null
    : Math.min(Math.round(seconds * 1_000), MAX_RETRY_AFTER_MS);
}

/** A wait of at least this length, in milliseconds, is stated in the error message. */
export const LONG_WAIT_MS = 60_000;

/** A long wait as text, rounded up: `90 seconds`, `45 minutes`, `2 hours 30 minutes`. */
export function formatWait(waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1_000);
  if (seconds < 120) return `${seconds} seconds`;
  const minutes = Math.ceil(waitMs / 60_000);
  if (minutes < 120) return `${minutes} minutes`;
  // No wait is longer than MAX_RETRY_AFTER_MS.
  if (minutes >= 24 * 60) return 'a day or more';
  const rest = minutes % 60;
  const hours = `${(minutes - rest) / 60} hours`;
  if (rest === 0) return hours;
  return `${hours} ${rest} ${rest === 1 ? 'minute' : 'minutes'}`;
}

function nonNegative(value: string | null): number | null {
  if (value === null || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 ? number : null;
}

/** Longest {@link endpointDetails}, in UTF-16 units. */
export const MAX_DETAILS_LENGTH = 500;

/**
 * Formats the details of an endpoint's error: `HTTP 429; retry after 7000 ms: ` and the endpoint's message,
 * truncated.
 */
export function endpointDetails(facts: {
  /** Null for an error inside an answer that began successfully. */
  status: number | null;
  /** Null if the endpoint requested no wait. */
  retryAfterMs: number | null;
  /** The endpoint's message without secrets; may be empty. */
  words: string;
}): string {
  const origin = facts.status === null ? 'inside the answer' : `HTTP ${facts.status}`;
  const wait = facts.retryAfterMs === null ? '' : `; retry after ${facts.retryAfterMs} ms`;
  const words = facts.words === '' ? '' : `: ${facts.words}`;
  return `${origin}${wait}${words}`.slice(0, MAX_DETAILS_LENGTH);
}

/**
 * True if the details were made by {@link endpointDetails}: the endpoint reported the failure, so it is
 * reachable.
 */
export function isReportedByEndpoint(error: { details: string | null }): boolean {
  return /^(?:HTTP \d+|inside the answer)(?:[:;]|$)/.test(error.details ?? '');
}

/** Reads the wait from {@link endpointDetails}, in milliseconds; null if there is none. */
export function retryAfterMsOf(error: { details: string | null }): number | null {
  // Anchored, and before the colon, so that the endpoint's own message can't be mistaken for a wait.
  const match = /^(?:HTTP \d+|inside the answer); retry after (\d+) ms(?::|$)/.exec(error.details ?? '');
  return match === null ? null : Number(match[1]);
}
