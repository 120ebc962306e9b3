import { internalError, type StewardError, textError } from '@/src/core/errors';
import type { QueuedMessage } from '@/src/schema/chat';
import { toStorageError } from '@/src/store/storage-error';

/** Runs a database operation. Rejects with what {@link toStorageError} makes of an error. */
export async function stored<Result>(operation: () => PromiseLike<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    throw toStorageError(error);
  }
}

/** The error for a required row that is missing. */
export function rowMissing(table: string): StewardError {
  return textError('not-found', 'error.storage.rowMissing', { details: table });
}

/** The error for a chat whose messages refer to a missing run, so that its status is unknown. */
export function runLost(): StewardError {
  return textError('storage', 'error.storage.chatRunLost');
}

/** The error for a chat with a message whose row is damaged. */
export function messageDamaged(): StewardError {
  return textError('storage', 'error.storage.messageDamaged');
}

/** The error for a call that already has a result and must not start again. */
export function alreadyDone(): StewardError {
  return internalError('storage', 'The database already has a result of this call.');
}

/** Throws `not-found` unless the queued message is the one that was queued at `queuedAtMs`. */
export function assertQueued(
  queued: QueuedMessage | null,
  queuedAtMs: number,
): asserts queued is QueuedMessage {
  if (queued?.queuedAtMs === queuedAtMs) return;
  throw textError('not-found', 'error.storage.notQueued');
}

/** The error for a summary that was accepted, removed or set aside meanwhile, e.g. in another window. */
export function summaryChanged(): StewardError {
  return textError('conflict', 'error.storage.summaryChanged');
}
