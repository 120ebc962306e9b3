import type { Json } from '../json';
import type { CheckpointReason } from '../records/checkpoint';
import type { HistoryPlace } from '../records/observed-page';
import type { PageHashes } from '../records/page-hashes';
import type { RollbackEntry } from './rollback-entry';

/**
 * A change of the page by the user's click, journaled before the page is touched: a rollback, an undo, or restored
 * changes. One per chat. While it is there, its chat has the page's lease, and if its worker died, or the storage failed,
 * it is settled from what the page shows (see settleRestore).
 */
export interface RestoreIntent {
  chatId: string;
  /** Of the write that puts the page into its new state. */
  executionId: string;
  /** Of the write that puts the page back, should that have to be. */
  backId: string;
  startedAtMs: number;
  reason: CheckpointReason;
  /** The page and its document before, as the reading's source names them. */
  page: string;
  /** See `page`. */
  document: string;
  before: PageHashes;
  after: PageHashes;
  /** The page's context after it; null where nobody can tell beforehand. */
  afterContext: Json | null;
  /** What it leaves on record; null where `afterContext` is. */
  entry: RollbackEntry | null;
}

/**
 * How long a restore keeps its page from other chats, in milliseconds: longer than all waits for the page together, and
 * bounded, since its worker may have died.
 */
const RESTORE_LEASE_MS = 180_000;

/** Whether a restore still needs its page. */
export function isRestoring({ startedAtMs }: Pick<RestoreIntent, 'startedAtMs'>, nowMs: number): boolean {
  return nowMs - startedAtMs < RESTORE_LEASE_MS;
}

/** An entry that was made before the page was changed, with the place of the page's history right after the change. */
export function entryAt(entry: RollbackEntry, at: HistoryPlace): RollbackEntry {
  return { ...entry, known: entry.known === null ? null : { ...entry.known, at } };
}
