import { StewardError } from '../errors';
import { MAX_DETAILS_LENGTH } from './retry-after';

/** The caller's signal aborted: because of its time limit (`AbortSignal.timeout`), or because it was stopped. */
export function abortedError(host: string, signal: AbortSignal): StewardError {
  if (signal.reason instanceof Error && signal.reason.name === 'TimeoutError') {
    return new StewardError('timeout', `The endpoint ${host} took too long to answer.`, {
      remedy: 'Try again; a local server may still be loading its model.',
    });
  }
  return new StewardError('aborted', `The request to ${host} was stopped.`, {
    remedy: 'Send the message again when you want to go on.',
  });
}

/** No answer at all: refused, unknown host, no network, no permission. */
export function unreachableError(host: string, details: string): StewardError {
  return new StewardError('network', `Steward couldn't reach the endpoint ${host}.`, {
    remedy: "Check that the endpoint is running and that the connection's address is right.",
    details,
  });
}

/** The stream ended before the endpoint said that the response is complete. */
export function brokeOffError(host: string, details: string): StewardError {
  return new StewardError('network', `The answer from ${host} broke off.`, {
    remedy: 'Try again; if it stays like this, look at the endpoint itself.',
    details,
  });
}

/** Nothing came for too long: not the first byte, or none after those before. */
export function silenceError(host: string, phase: 'first-byte' | 'idle', timeoutMs: number): StewardError {
  const seconds = `${timeoutMs / 1_000} s`;
  const message =
    phase === 'first-byte'
      ? `The endpoint ${host} didn't begin to answer within ${seconds}.`
      : `The answer from ${host} stopped coming: nothing for ${seconds}.`;
  return new StewardError('timeout', message, {
    remedy: 'Try again; if it stays like this, look at the endpoint itself.',
  });
}

/** The endpoint wants the request to go elsewhere; a key must not follow it there. */
export function redirectError(host: string, details: string): StewardError {
  return new StewardError(
    'protocol',
    `The endpoint ${host} answered with a redirect, which Steward doesn't follow.`,
    {
      remedy: "Enter the address that it leads to as the connection's address.",
      details,
    },
  );
}

/** Something else came where an event stream was asked for. */
export function notAStreamError(host: string, details: string): StewardError {
  return new StewardError('protocol', `The endpoint ${host} didn't answer with a stream of events.`, {
    remedy:
      "Check the connection's address: it usually ends in /v1. If the endpoint can't stream, turn off “Stream the answer” in the model settings.",
    details,
  });
}

/** Something else came where a whole chat completion was asked for. */
export function notACompletionError(host: string, details: string): StewardError {
  return new StewardError('protocol', `The endpoint ${host} didn't answer with a chat completion.`, {
    remedy:
      "Check the connection's address: it usually ends in /v1. If the endpoint only streams, turn on “Stream the answer” in the model settings.",
    details,
  });
}

/** An answer, or a piece of one, has fields of types that Steward doesn't know. */
export function unreadableError(host: string, details: string): StewardError {
  return new StewardError('protocol', `The endpoint ${host} sent an answer that Steward can't read.`, {
    remedy: 'Check that the address is that of an OpenAI-compatible endpoint, or choose another model.',
    details: details.slice(0, MAX_DETAILS_LENGTH),
  });
}

/** An event of the stream isn't JSON. */
export function malformedEventError(host: string): StewardError {
  return new StewardError('protocol', `The endpoint ${host} sent a chunk that isn't JSON.`, {
    remedy: 'Try again; if it stays like this, look at the endpoint itself.',
  });
}

/** The stored address can't be asked anything. It is not repeated: it may hold a password. */
export function addressError(): StewardError {
  return new StewardError('protocol', "The connection's address isn't one that Steward can use.", {
    remedy: 'Enter an address that begins with http:// or https:// and has no user name or password in it.',
  });
}

/** The key can't be put into a header. It is named nowhere in the error. */
export function unsendableKeyError(host: string): StewardError {
  return new StewardError('auth', `The key for ${host} is empty or has characters that can't be sent.`, {
    remedy: 'Enter the key again, without line breaks.',
  });
}
