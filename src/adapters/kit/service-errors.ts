import type { ServiceAnswer } from '@/src/core/adapter/service-adapter';
import { isStewardError, StewardError } from '@/src/core/errors';
import { isJsonObject } from '@/src/schema/values/json';

/**
 * True for errors that leave open whether the server received the request and may still carry it out, such as a
 * timeout.
 */
export function isUnanswered(error: unknown): error is StewardError {
  return isStewardError(error) && ['aborted', 'page-protocol', 'timeout'].includes(error.code);
}

/**
 * The error of a change of several requests, after an attempt to undo it. `outcome` is a sentence about the server's
 * current state. `isOpen`: true if a request of the change was not answered. The error then keeps its code, since the
 * request may still be carried out; otherwise its code is `state-refused`.
 */
export function failedChange(cause: unknown, isOpen: boolean, outcome: string): StewardError {
  const known = isStewardError(cause) ? cause : null;
  const later = isOpen ? ' The request without an answer may still take effect.' : '';
  const code = isOpen && known !== null ? known.code : 'state-refused';
  return new StewardError(code, `${known?.message ?? String(cause)} ${outcome}${later}`, {
    remedy: 'Look at the page before going on.',
    cause,
  });
}

/** Longest part of a server's own reason in a message, in UTF-16 units. */
const MAX_REASON_LENGTH = 200;

/** The server's own reason, which an answer that refuses a request has under `key`; null without one. */
export function reasonIn({ body }: ServiceAnswer, key: string): string | null {
  const reason = isJsonObject(body) ? body[key] : null;
  return typeof reason === 'string' ? reason.slice(0, MAX_REASON_LENGTH) : null;
}

/**
 * The error for a change that a server refused. `what` starts its message, e.g. "The server refused the rules of
 * openai".
 */
export function refusedChange(what: string, status: number, reason: string | null): StewardError {
  const why = reason === null ? '' : `: ${reason}`;
  return new StewardError('state-refused', `${what} (${status}${why}).`, {
    remedy: 'Look at the page before going on.',
  });
}

/**
 * The error for an answer that does not match the API. `api` names it, e.g. "Open WebUI’s API"; `product` names the
 * server.
 */
export function unlikeApi(
  { origin, api, product }: { origin: string; api: string; product: string },
  status: number,
): StewardError {
  return new StewardError('page-protocol', `${origin} didn’t answer like ${api}.`, {
    remedy: `Reload the page; if it happens again, this version of ${product} isn’t supported.`,
    details: `status ${status}`,
  });
}
