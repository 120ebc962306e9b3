import type { ChatSettings } from '@/src/schema/chat-settings';
import { type ErrorCode, isRequestedAgain } from '@/src/schema/values/error-code';
import { StewardError } from '../errors';

/** Longest wait before a retry, in milliseconds. Meanwhile the run shows the remaining time and can be stopped. */
export const MAX_RETRY_WAIT_MS = 3_600_000;
/** Maximum random addition, as a fraction of the back-off. */
const JITTER = 0.25;
/** Delay before a server that loads its model is asked again, in milliseconds, unless it states one. */
const LOADING_DELAY_MS = 5_000;
/** Attempts with such a server: it has processed none of them. */
const LOADING_ATTEMPTS = 60;

type RetryFacts = Pick<StewardError, 'code' | 'report'>;

/** A request that failed. */
interface FailedRequest {
  settings: Pick<ChatSettings, 'requestAttempts' | 'retryDelaySeconds'>;
  /** The attempt that failed, from 1. */
  attempt: number;
  error: RetryFacts;
  /** True if a chunk of the answer had arrived. */
  hasBegun: boolean;
  /** From 0 to 1, new for each failure. */
  random: number;
}

/**
 * True if the same request may succeed shortly: network failure, rate limit, server failure. False for errors
 * that the user has to fix first (key, model, length), and for a request that the user stopped.
 *
 * A timeout is retried only if the endpoint reported it. If Steward's own time limit expired, the endpoint
 * has been silent for minutes, and three attempts would take a quarter of an hour.
 *
 * An unreadable answer (`protocol`) is not retried: it would cost tokens again, most likely with the same
 * outcome.
 */
export function isRetryable(error: RetryFacts): boolean {
  return isRequestedAgain(error.code) && (error.code !== 'timeout' || error.report !== null);
}

/**
 * Delay before the next attempt, in milliseconds; null if there is none: then the error is final, with Retry
 * on its card. Only for failures before the first chunk, because text that the user has seen is not removed; and for an
 * answer whose pieces contradict each other, whose text may be doubled.
 *
 * The back-off is the chat's delay after the first attempt, doubled after each further one, up to an hour. The delay is the
 * back-off or the wait that the endpoint requested. Up to a quarter of the back-off is added at random, so that clients
 * rejected together don't retry together. If the endpoint requests more than an hour, the run fails at once, so that the user
 * decides.
 */
export function retryDelayMs(failed: FailedRequest): number | null {
  const { settings, attempt, error, random } = failed;
  if (failed.hasBegun && error.code !== 'answer-unclear') return null;
  // Negated, so that a stored chat without `requestAttempts` isn't retried: endless retries would cost the user money.
  if (!(attempt < attemptsFor(settings, error.code)) || !isRetryable(error)) return null;
  if (error.code === 'model-loading') {
    return Math.min(error.report?.retryAfterMs ?? LOADING_DELAY_MS, MAX_RETRY_WAIT_MS);
  }
  const backOffMs = Math.min(settings.retryDelaySeconds * 1_000 * 2 ** (attempt - 1), MAX_RETRY_WAIT_MS);
  const waitMs = error.report?.retryAfterMs ?? backOffMs;
  if (waitMs > MAX_RETRY_WAIT_MS) return null;
  return Math.round(waitMs + backOffMs * JITTER * random);
}

/** Attempts in all for a request that failed with this code. */
export function attemptsFor({ requestAttempts }: FailedRequest['settings'], code: ErrorCode): number {
  return code === 'model-loading' && requestAttempts > 1 ? LOADING_ATTEMPTS : requestAttempts;
}

/**
 * The error to report for a request that failed repeatedly. If an endpoint answers a retry by taking no more requests,
 * the retries may have caused that, so the first failure is reported, with the details of both.
 */
export function causeOf(first: StewardError | null, last: StewardError): StewardError {
  const isCoolDown = /^HTTP (429|503)\b/.test(last.details ?? '') && isRequestedAgain(last.code);
  if (first === null || first.report === null || !isCoolDown || first.code === last.code) return last;
  const { code, said, remedy, report } = first;
  return new StewardError(code, said, { remedy, report, details: `${first.details}; then ${last.details}` });
}
