import { internalError, StewardError } from '@/src/core/errors';
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
  return new StewardError('not-found', 'Something that this needs is no longer stored.', {
    remedy: 'Open the panel again. If the error persists, start a new chat.',
    details: table,
  });
}

/** The error for a chat whose messages refer to a missing run, so that its status is unknown. */
export function runLost(): StewardError {
  return new StewardError('storage', 'The record of this chat’s last run is missing.', {
    remedy: 'Start a new chat; the page is as you see it, and this conversation stays readable.',
  });
}

/** The error for a chat with a message whose row is damaged. */
export function messageDamaged(): StewardError {
  return new StewardError(
    'storage',
    'A message of this chat can’t be read: its row in Steward’s database is damaged.',
    { remedy: 'Start a new chat; the page is as you see it. Other chats are not affected.' },
  );
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
  throw new StewardError('not-found', 'The message is no longer in the queue.', {
    remedy:
      'It was sent, or changed in another panel: look at the end of the conversation and at the message field.',
  });
}

/** The error for a summary that was accepted, removed or set aside meanwhile, e.g. in another window. */
export function summaryChanged(): StewardError {
  return new StewardError('conflict', 'This summary has changed in the meantime.', {
    remedy: 'Look at it again, then decide.',
  });
}
