import { say } from '@/src/schema/values/said';
import { StewardError } from '../errors';
import { stopped } from '../shared-errors';
import { MAX_DETAILS_LENGTH } from './retry-after';

/**
 * The caller's signal aborted: its time limit expired (`AbortSignal.timeout`), or the request was stopped.
 */
export function abortedError(host: string, signal: AbortSignal): StewardError {
  if (signal.reason instanceof Error && signal.reason.name === 'TimeoutError') {
    return new StewardError('timeout', say('error.llm.timeLimit', { host }), {
      remedy: say('error.llm.timeLimitRemedy'),
    });
  }
  return stopped();
}

/** No response: connection refused, unknown host, no network, or no permission. */
export function unreachableError(host: string, details: string): StewardError {
  return new StewardError('network', say('error.llm.unreachable', { host }), {
    remedy: say('error.llm.unreachableRemedy'),
    details,
  });
}

/** The stream ended before the endpoint reported completion. */
export function brokeOffError(host: string, details: string): StewardError {
  return new StewardError('network', say('error.llm.brokeOff', { host }), {
    remedy: say('remedy.checkEndpoint'),
    details,
  });
}

/** A success status without a body. Retried like a connection that broke off: nothing was received. */
export function emptyAnswerError(host: string, status: number | null): StewardError {
  return new StewardError('network', say('error.llm.noContent', { host }), {
    remedy: say('remedy.checkEndpoint'),
    details: status === null ? null : `HTTP ${status}`,
    report: { retryAfterMs: null },
  });
}

/** Nothing arrived within the time limit: no first byte, or no further bytes. */
export function silenceError(host: string, phase: 'first-byte' | 'idle', timeoutMs: number): StewardError {
  const id = phase === 'first-byte' ? 'error.llm.noFirstByte' : 'error.llm.idle';
  return new StewardError('timeout', say(id, { host, seconds: timeoutMs / 1_000 }), {
    remedy: say('remedy.checkEndpoint'),
  });
}

/**
 * The browser denies access to the endpoint's host, because the connection was imported from a file or the user revoked
 * the permission.
 */
export function notAllowedError(origin: string): StewardError {
  return new StewardError('endpoint-not-allowed', say('error.llm.notAllowed', { origin }), {
    remedy: say('error.llm.notAllowedRemedy'),
  });
}

/** The endpoint redirects the request. It isn't followed, because the key must not be sent elsewhere. */
export function redirectError(host: string, details: string): StewardError {
  return new StewardError('wrong-address', say('error.llm.redirect', { host }), {
    remedy: say('error.llm.redirectRemedy'),
    details,
  });
}

/** The response to a streaming request isn't an event stream. */
export function notAStreamError(host: string, details: string): StewardError {
  return new StewardError('wrong-address', say('error.llm.notAStream', { host }), {
    remedy: say('error.llm.notAStreamRemedy'),
    details,
  });
}

/** The response isn't a chat completion. */
export function notACompletionError(host: string, details: string): StewardError {
  return new StewardError('wrong-address', say('error.llm.notACompletion', { host }), {
    remedy: say('error.llm.notACompletionRemedy'),
    details,
  });
}

/** An answer, or a piece of one, has fields of unknown types. */
export function unreadableError(host: string, details: string): StewardError {
  return new StewardError('protocol', say('error.llm.unreadable', { host }), {
    remedy: say('error.llm.unreadableRemedy'),
    details: details.slice(0, MAX_DETAILS_LENGTH),
  });
}

/** An event of the stream isn't JSON. */
export function malformedEventError(host: string): StewardError {
  return new StewardError('answer-unusable', say('error.llm.malformedEvent', { host }), {
    remedy: say('remedy.checkEndpoint'),
  });
}

/** The stored address is unusable. The error leaves it out, because it may contain a password. */
export function addressError(): StewardError {
  return new StewardError('wrong-address', say('error.llm.address'), {
    remedy: say('error.llm.addressRemedy'),
  });
}

/** The key can't be sent in a header. The error leaves it out. */
export function unsendableKeyError(host: string): StewardError {
  return new StewardError('auth', say('error.llm.unsendableKey', { host }), {
    remedy: say('error.llm.unsendableKeyRemedy'),
  });
}
