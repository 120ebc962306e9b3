import { StewardError } from '../errors';
import { stopped } from '../shared-errors';
import { MAX_DETAILS_LENGTH } from './retry-after';

/**
 * The caller's signal aborted: its time limit expired (`AbortSignal.timeout`), or the request was stopped.
 */
export function abortedError(host: string, signal: AbortSignal): StewardError {
  if (signal.reason instanceof Error && signal.reason.name === 'TimeoutError') {
    return new StewardError('timeout', `The endpoint ${host} took too long to answer.`, {
      remedy: 'Try again; a local server may still be loading its model.',
    });
  }
  return stopped();
}

/** No response: connection refused, unknown host, no network, or no permission. */
export function unreachableError(host: string, details: string): StewardError {
  return new StewardError('network', `Steward couldn’t reach the endpoint ${host}.`, {
    remedy: 'Check that the endpoint is running and that the connection’s address is right.',
    details,
  });
}

/** The stream ended before the endpoint reported completion. */
export function brokeOffError(host: string, details: string): StewardError {
  return new StewardError('network', `The answer from ${host} broke off.`, {
    remedy: 'Try again. If the error persists, check the endpoint itself.',
    details,
  });
}

/** A success status without a body. Retried like a connection that broke off: nothing was received. */
export function emptyAnswerError(host: string, status: number | null): StewardError {
  return new StewardError('network', `The endpoint ${host} sent an answer without content.`, {
    remedy: 'Try again. If the error persists, check the endpoint itself.',
    details: status === null ? null : `HTTP ${status}`,
    report: { retryAfterMs: null },
  });
}

/** Nothing arrived within the time limit: no first byte, or no further bytes. */
export function silenceError(host: string, phase: 'first-byte' | 'idle', timeoutMs: number): StewardError {
  const seconds = `${timeoutMs / 1_000} s`;
  const message =
    phase === 'first-byte'
      ? `The endpoint ${host} didn’t begin to answer within ${seconds}.`
      : `The answer from ${host} stopped coming: nothing for ${seconds}.`;
  return new StewardError('timeout', message, {
    remedy: 'Try again. If the error persists, check the endpoint itself.',
  });
}

/**
 * The browser denies access to the endpoint's host, because the connection was imported from a file or the user revoked
 * the permission.
 */
export function notAllowedError(origin: string): StewardError {
  return new StewardError(
    'endpoint-not-allowed',
    `The browser doesn’t allow Steward to send to ${origin}. Nothing was sent.`,
    { remedy: 'Open the connection and test it; the browser then asks whether Steward may.' },
  );
}

/** The endpoint redirects the request. It isn't followed, because the key must not be sent elsewhere. */
export function redirectError(host: string, details: string): StewardError {
  return new StewardError(
    'wrong-address',
    `The endpoint ${host} answered with a redirect, which Steward doesn’t follow.`,
    {
      remedy: 'Enter the address that it leads to as the connection’s address.',
      details,
    },
  );
}

/** The response to a streaming request isn't an event stream. */
export function notAStreamError(host: string, details: string): StewardError {
  return new StewardError('wrong-address', `The endpoint ${host} didn’t answer with a stream of events.`, {
    remedy:
      'Check the connection’s address: it usually ends in /v1. If the endpoint can’t stream, turn off “Stream the answer” in the model settings.',
    details,
  });
}

/** The response isn't a chat completion. */
export function notACompletionError(host: string, details: string): StewardError {
  return new StewardError('wrong-address', `The endpoint ${host} didn’t answer with a chat completion.`, {
    remedy:
      'Check the connection’s address: it usually ends in /v1. If the endpoint only streams, turn on “Stream the answer” in the model settings.',
    details,
  });
}

/** An answer, or a piece of one, has fields of unknown types. */
export function unreadableError(host: string, details: string): StewardError {
  return new StewardError('protocol', `The endpoint ${host} sent an answer that Steward can’t read.`, {
    remedy: 'Check that the address is that of an OpenAI-compatible endpoint, or choose another model.',
    details: details.slice(0, MAX_DETAILS_LENGTH),
  });
}

/** An event of the stream isn't JSON. */
export function malformedEventError(host: string): StewardError {
  return new StewardError('answer-unusable', `The endpoint ${host} sent a chunk that isn’t JSON.`, {
    remedy: 'Try again. If the error persists, check the endpoint itself.',
  });
}

/** The stored address is unusable. The error leaves it out, because it may contain a password. */
export function addressError(): StewardError {
  return new StewardError('wrong-address', 'The connection’s address isn’t one that Steward can use.', {
    remedy: 'Enter an address that begins with http:// or https:// and has no user name or password in it.',
  });
}

/** The key can't be sent in a header. The error leaves it out. */
export function unsendableKeyError(host: string): StewardError {
  return new StewardError('auth', `The key for ${host} is empty or has characters that can’t be sent.`, {
    remedy: 'Enter the key again, without line breaks.',
  });
}
