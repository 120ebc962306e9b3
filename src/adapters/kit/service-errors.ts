import type { ServiceAnswer } from '@/src/core/adapter/service-adapter';
import { hasCode, isStewardError, StewardError, textError } from '@/src/core/errors';
import { isJsonObject } from '@/src/schema/values/json';
import { type Said, say, sentences } from '@/src/schema/values/said';

/**
 * True for errors that leave open whether the server received the request and may still carry it out, such as a
 * timeout.
 */
export function isUnanswered(error: unknown): error is StewardError {
  return isStewardError(error) && ['aborted', 'page-protocol', 'timeout'].includes(error.code);
}

/**
 * The server's refusal of a change, or of anything that this user sends; null if the change succeeded. Rethrows other errors, after which
 * the outcome is uncertain.
 */
export async function refusalOf(change: Promise<void>): Promise<StewardError | null> {
  try {
    await change;
    return null;
  } catch (error) {
    if (hasCode(error, 'state-refused') || hasCode(error, 'page-key')) return error;
    throw error;
  }
}

/** Longest part of a server's own reason in a message, in UTF-16 units. */
const MAX_REASON_LENGTH = 200;

/** The server's own reason, which an answer that refuses a request has under `key`, without the request's key; null without one. */
export function reasonIn({ body, withoutKey }: ServiceAnswer, key: string): string | null {
  const reason = isJsonObject(body) ? body[key] : null;
  if (typeof reason !== 'string') return null;
  // The key is removed before the text is cut, or a part of it could remain. So could one of a word that the background removes.
  const whole = withoutKey?.(reason) ?? reason;
  return whole.length <= MAX_REASON_LENGTH ? whole : whole.slice(0, MAX_REASON_LENGTH).replace(/\S*$/, '…');
}

/** The error for a change that a server refused: `said`, which names the change, and the server's own reason, which the answer has under `key`. */
export function refusedChange(said: Said, answer: ServiceAnswer, key: string): StewardError {
  const { status } = answer;
  const reason = reasonIn(answer, key);
  return new StewardError('state-refused', sentences(said, reason && say('kit.server.reason', { reason })), {
    remedy: say('remedy.lookFirst'),
    details: reason === null ? `Status ${status}.` : `Status ${status}: “${reason}”.`,
  });
}

/** The error for an answer that does not match the API of `product`, e.g. "Open WebUI". */
export function unlikeApi(origin: string, product: string, status: number): StewardError {
  return textError('page-protocol', say('kit.server.unlike', { server: origin, product }), {
    remedy: say('kit.server.unlikeRemedy', { product }),
    details: `status ${status}`,
  });
}
