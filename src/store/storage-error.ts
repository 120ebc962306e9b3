import Dexie from 'dexie';
import { isStewardError, type StewardError, textError } from '@/src/core/errors';
import type { Message } from '@/src/schema/message';

/**
 * By role: the field without which a message can't be read, beside those that every message has; null if there is none.
 * Checked by hand, since a schema takes too long for a chat of thousands of messages.
 */
const NEEDED_FIELDS = {
  user: 'content',
  assistant: 'toolCalls',
  'partial-answer': 'content',
  tool: 'result',
  system: 'content',
  'system-title': null,
  title: null,
  'system-summary': null,
  summary: null,
  accounting: null,
  rollback: null,
} as const satisfies Record<Message['role'], string | null>;

/** Converts an error of IndexedDB to a `storage` or `storage-full` error with a remedy. A StewardError stays as it is. */
export function toStorageError(error: unknown): StewardError {
  if (isStewardError(error)) return error;
  const details = String(error);
  if (isQuotaError(error)) {
    // Nothing is deleted automatically: the user chooses what to delete.
    return textError('storage-full', 'error.store.full', { details, cause: error });
  }
  return textError('storage', 'error.store.unavailable', { details, cause: error });
}

function isQuotaError(error: unknown): boolean {
  return error instanceof Dexie.DexieError && /quota/i.test(`${error.name} ${error.message}`);
}

/** True if a row of the messages' table isn't a message, for example after damage on the disk. */
export function isDamaged(row: Message): boolean {
  if (!Object.hasOwn(NEEDED_FIELDS, row.role) || row.runId === undefined || row.discardedBy === undefined)
    return true;
  const needed = NEEDED_FIELDS[row.role];
  return needed !== null && !Object.hasOwn(row, needed);
}
