import { liveQuery } from 'dexie';

/** Receiver of a query's results, and of the error that ends it. */
export interface QueryWatcher<Value> {
  next(value: Value): void;
  error(error: unknown): void;
}

/** Runs a query now and whenever something that it read changes, in any context, until the returned function is called. */
export function watch<Value>(read: () => Value | Promise<Value>, watcher: QueryWatcher<Value>): () => void {
  const subscription = liveQuery(read).subscribe(watcher);
  return () => subscription.unsubscribe();
}
