import { say } from '@/src/schema/values/said';
import { type StewardError, textError } from '../errors';
import { stopped } from '../shared-errors';
import { MAX_DETAILS_LENGTH } from './retry-after';

/**
 * The caller's signal aborted: its time limit expired (`AbortSignal.timeout`), or the request was stopped.
 */
export function abortedError(host: string, signal: AbortSignal): StewardError {
  if (signal.reason instanceof Error && signal.reason.name === 'TimeoutError') {
    return textError('timeout', say('error.llm.timeLimit', { host }));
  }
  return stopped();
}

/** No response: connection refused, unknown host, no network, or no permission. */
export function unreachableError(host: string, details: string): StewardError {
  return textError('network', say('error.llm.unreachable', { host }), { details });
}

/** The stream ended before the endpoint reported that the answer is complete. */
export function brokeOffError(host: string, details: string): StewardError {
  return textError('network', say('error.llm.brokeOff', { host }), {
    remedy: 'remedy.checkEndpoint',
    details,
  });
}

/** A success status without a body. Retried like a connection that broke off: nothing was received. */
export function emptyAnswerError(host: string, status: number | null): StewardError {
  return textError('network', say('error.llm.noContent', { host }), {
    remedy: 'remedy.checkEndpoint',
    details: status === null ? null : `HTTP ${status}`,
    report: { retryAfterMs: null },
  });
}

/** Nothing arrived within the time limit: no first byte, or no further bytes. */
export function silenceError(host: string, phase: 'first-byte' | 'idle', timeoutMs: number): StewardError {
  const id = phase === 'first-byte' ? 'error.llm.noFirstByte' : 'error.llm.idle';
  return textError('timeout', say(id, { host, seconds: timeoutMs / 1_000 }), {
    remedy: 'remedy.checkEndpoint',
  });
}

/**
 * The browser denies access to the endpoint's host, because the connection was imported from a file or the user revoked
 * the permission.
 */
export function notAllowedError(origin: string): StewardError {
  return textError('endpoint-not-allowed', say('error.llm.notAllowed', { origin }));
}

/** The endpoint redirects the request. It isn't followed, because the key must not be sent elsewhere. */
export function redirectError(host: string, details: string): StewardError {
  return textError('wrong-address', say('error.llm.redirect', { host }), { details });
}

/** The response to a streaming request isn't an event stream. */
export function notAStreamError(host: string, details: string): StewardError {
  return textError('wrong-address', say('error.llm.notAStream', { host }), { details });
}

/** The response isn't a chat completion. */
export function notACompletionError(host: string, details: string): StewardError {
  return textError('wrong-address', say('error.llm.notACompletion', { host }), { details });
}

/** An answer, or a piece of one, has fields of unknown types. */
export function unreadableError(host: string, details: string): StewardError {
  return textError('protocol', say('error.llm.unreadable', { host }), {
    details: details.slice(0, MAX_DETAILS_LENGTH),
  });
}

/** An event of the stream isn't JSON. */
export function malformedEventError(host: string): StewardError {
  return textError('answer-unusable', say('error.llm.malformedEvent', { host }), {
    remedy: 'remedy.checkEndpoint',
  });
}

/** The pieces of an answer can't be joined, because they may belong to two answers. The request may be sent again. */
export function unclearError(details: string): StewardError {
  return textError('answer-unclear', 'error.llm.unclear', {
    remedy: 'remedy.checkModelOrEndpoint',
    details: `${details} No call of the answer was made.`,
  });
}

/** The stored address is unusable. The error leaves it out, because it may contain a password. */
export function addressError(): StewardError {
  return textError('wrong-address', 'error.llm.address');
}

/** The key can't be sent in a header. The error leaves it out. */
export function unsendableKeyError(host: string): StewardError {
  return textError('auth', say('error.llm.unsendableKey', { host }));
}
