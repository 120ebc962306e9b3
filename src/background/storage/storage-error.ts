import Dexie from 'dexie';
import { isStewardError, StewardError } from '@/src/core/errors';
import type { QueuedMessage } from '@/src/schema/chat';

/** Runs a database operation and converts IndexedDB's errors to `storage` errors with a remedy. */
export async function stored<Result>(operation: () => PromiseLike<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    if (isStewardError(error)) throw error;
    const details = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    if (isQuotaError(error)) throw storageFull(details, error);
    throw new StewardError('storage', 'Steward’s database refused an entry.', {
      remedy: 'Try again. If the error persists, restart the browser.',
      details,
      cause: error,
    });
  }
}

function isQuotaError(error: unknown): boolean {
  return error instanceof Dexie.DexieError && /quota/i.test(`${error.name} ${error.message}`);
}

/** The error for a write without space. Nothing is deleted automatically: the user chooses what to delete. */
function storageFull(details: string, cause: unknown): StewardError {
  return new StewardError(
    'storage-full',
    'The browser has no space left for Steward’s data, so nothing was stored.',
    {
      remedy:
        'Free space on the disk, or in Steward: Log, then Data, deletes kept requests, session logs and checkpoints, the log can be cleared, and old chats deleted. Then try again.',
      details,
      cause,
    },
  );
}

/** The error for a required row that is missing. */
export function rowMissing(what: string): StewardError {
  return new StewardError('not-found', `Steward’s database has no such ${what}.`, {
    remedy: 'Open the panel again. If the error persists, start a new chat.',
  });
}

/** The error for a chat whose messages refer to a missing run, so that its status is unknown. */
export function runLost(): StewardError {
  return new StewardError('storage', 'The record of this chat’s last run is missing.', {
    remedy: 'Start a new chat; the page is as you see it, and this conversation stays readable.',
  });
}

/** The error for a call that already has a result and must not start again. */
export function alreadyDone(): StewardError {
  return new StewardError('storage', 'Steward’s database already has a result of this call.', {
    remedy: 'Retry goes on with that result.',
  });
}

/**
 * Throws `not-found` if the queue no longer contains the message that was queued at `wanted` (milliseconds); undefined
 * accepts any.
 */
export function assertQueued(queued: QueuedMessage | null, wanted: number | undefined): void {
  if (wanted === undefined || queued?.queuedAtMs === wanted) return;
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
