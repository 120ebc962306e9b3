import type { CheckpointReason } from '@/src/schema/checkpoint';
import type { PageHashes } from '@/src/schema/page-hashes';
import type { Json } from '@/src/schema/values/json';
import type { RollbackEntry } from './rollback-entry';

/**
 * A change of the page by the user's click (a rollback, an undo, or restored changes), journaled before it is sent to the
 * page. At most one per chat. While it is stored, and for three minutes at most, its chat has the page's lease. After a restart of
 * the worker, a failure of the storage, or if the page didn't answer, its outcome is determined from the page (see settleRestore).
 */
export interface RestoreIntent {
  chatId: string;
  /** Execution id of the write that makes the change. */
  executionId: string;
  /** Execution id of the write that restores the previous state if the change fails. */
  backId: string;
  startedAtMs: number;
  reason: CheckpointReason;
  /** The page and its document before the change (see PageSource). */
  page: string;
  document: string;
  before: PageHashes;
  after: PageHashes;
  /** The page's context after the change; null if it can't be computed beforehand. */
  afterContext: Json | null;
  /** The entry to store after the change; null if `afterContext` is null. */
  entry: RollbackEntry | null;
}

/**
 * Duration of a restore's page lease, in milliseconds. Longer than all waits for the page together, and limited, since the
 * worker may have stopped.
 */
const RESTORE_LEASE_MS = 180_000;

/** True if a restore still needs the page's lease. A start far in the future doesn't count: the clock was set back since. */
export function isRestoring({ startedAtMs }: Pick<RestoreIntent, 'startedAtMs'>, nowMs: number): boolean {
  return Math.abs(nowMs - startedAtMs) < RESTORE_LEASE_MS;
}
