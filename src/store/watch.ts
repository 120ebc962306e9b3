import Dexie, { liveQuery, RangeSet } from 'dexie';
import { toStorageError } from './storage-error';

/** Receiver of a query's results, and of the error that ends it. */
export interface QueryWatcher<Value> {
  next(value: Value): void;
  error(error: unknown): void;
}

/**
 * Runs a query now and whenever something that it read changes, in any context, until the returned function is called.
 * Errors of the database arrive as `storage` errors.
 */
export function watch<Value>(read: () => Value | Promise<Value>, watcher: QueryWatcher<Value>): () => void {
  const subscription = liveQuery(read).subscribe({
    next: (value) => watcher.next(value),
    error: (error: unknown) => watcher.error(queryError(error)),
  });
  return () => subscription.unsubscribe();
}

/** Runs a query once. Errors of the database become `storage` errors. */
export async function readOnce<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    throw queryError(error);
  }
}

/** Converts errors of the database. Others come from the panel's own code in the query; they are defects, and stay as they are. */
function queryError(error: unknown): unknown {
  return error instanceof Dexie.DexieError ? toStorageError(error) : error;
}

/** Every key of every table, in Dexie's terms. */
const EVERYTHING = { all: new RangeSet(-Infinity, [[]]) };

/**
 * Runs all watched queries again. A writer that the browser ends right after its commit notifies nobody, and queries would show the
 * state before until the next write.
 */
export function readAllAgain(): void {
  Dexie.on.storagemutated.fire(EVERYTHING);
}
