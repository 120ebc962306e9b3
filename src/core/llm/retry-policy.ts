import { type ErrorInfo, StewardError } from '../errors';
import { isReportedByEndpoint, LONG_WAIT_MS, retryAfterMsOf, waitInWords } from './retry-after';

/** Requests for one response, the first included (ledger C-079, D-014). */
export const MAX_ATTEMPTS = 3;
/** Before the second request; doubled before each further one. */
export const BASE_DELAY_MS = 1_000;
/** The longest wait that an endpoint may ask for: the run waits, with the time shown, and can be stopped. */
export const MAX_RETRY_WAIT_MS = 3_600_000;
/** The most that is added by chance, as a part of the back-off. */
const JITTER = 0.25;

type RetryFacts = Pick<ErrorInfo, 'code' | 'details'>;

/**
 * Whether the same request may well succeed a moment later: no network, no room at the endpoint for now, a failure of
 * its own. Never what the user has to mend first (key, model, length), and never what they stopped.
 *
 * A time-out is repeated only if the endpoint reported it. Where Steward itself gave up, the endpoint has been silent
 * for minutes, and asking thrice would make the user wait for a quarter of an hour without a word.
 *
 * An answer that can't be read (`protocol`) is not repeated either: it would be paid for again and most likely come
 * out the same.
 */
export function isRetryable(error: RetryFacts): boolean {
  switch (error.code) {
    case 'network':
    case 'rate-limit':
    case 'server':
      return true;
    case 'timeout':
      return isReportedByEndpoint(error);
    default:
      return false;
  }
}

/**
 * How long to wait before the request is sent again, in milliseconds; null if it isn't to be: the error stands, with
 * Retry on its card. Only for failures before the first chunk: what the user has seen is not taken back.
 *
 * The wait is 1 s after the first attempt and 2 s after the second, or what the endpoint asked for instead. Up to a
 * quarter of the 1 s or 2 s is added by chance, so that many who were turned away together don't return together. If
 * the endpoint asks for more than an hour, the run fails at once, so that the user decides.
 *
 * @param attempt the one that failed, from 1
 * @param random from 0 to 1, new at each call
 */
export function retryDelayMs(failed: { attempt: number; error: RetryFacts; random: number }): number | null {
  const { attempt, error, random } = failed;
  if (attempt >= MAX_ATTEMPTS || !isRetryable(error)) return null;
  const backOffMs = BASE_DELAY_MS * 2 ** (attempt - 1);
  const waitMs = retryAfterMsOf(error) ?? backOffMs;
  if (waitMs > MAX_RETRY_WAIT_MS) return null;
  return Math.round(waitMs + backOffMs * JITTER * random);
}

/**
 * The error for the user once {@link retryDelayMs} is null. If the endpoint asks for a long wait, the message states
 * its length, so that the user knows when to retry.
 */
export function withWait(error: StewardError): StewardError {
  const waitMs = isRetryable(error) ? retryAfterMsOf(error) : null;
  if (waitMs === null || waitMs < LONG_WAIT_MS) return error;
  const why = waitMs > MAX_RETRY_WAIT_MS ? ', longer than Steward waits by itself' : '';
  const message = `${error.message.replace(/\.$/, '')}; it asks to wait ${waitInWords(waitMs)}${why}.`;
  return new StewardError(error.code, message, { remedy: error.remedy, details: error.details });
}
