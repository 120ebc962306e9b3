import { fromErrorInfo, textError } from '@/src/core/errors';
import type { ErrorInfo } from '@/src/schema/error-info';

/**
 * The reply to every request between contexts. Errors are sent as data, because thrown ones lose their
 * fields.
 */
export type Reply<Value> = { ok: true; value: Value } | { ok: false; error: ErrorInfo };

/** Unwraps a reply. Throws the StewardError that it contains, or `protocol` if it isn't a reply. */
export function unwrapReply<Value>(reply: Reply<Value> | undefined): Value {
  if (typeof reply !== 'object' || reply === null || typeof reply.ok !== 'boolean') {
    throw textError('protocol', 'error.background.noAnswer');
  }
  if (reply.ok) return reply.value;
  throw fromErrorInfo(reply.error);
}
