import { type DependencyList, useEffect, useState } from 'react';
import type * as storeQueries from '@/src/store/queries';
import type { QueryWatcher, watch } from '@/src/store/watch';

/** The queries of `store/queries.ts`. */
export type Queries = typeof storeQueries;

interface Store {
  queries: Queries;
  watch: typeof watch;
}

let loaded: Store | null = null;
let loading: Promise<Store> | null = null;

/**
 * Loads the database's code, which is a chunk of its own: the panel is painted, and takes what is typed, without it. Rejects
 * if it can't be loaded; the next call tries again.
 */
export function loadStore(): Promise<Store> {
  loading ??= Promise.all([import('@/src/store/queries'), import('@/src/store/watch')]).then(
    ([queries, { watch }]) => {
      loaded = { queries, watch };
      return loaded;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** Runs a query once. */
export async function query<Value>(read: (queries: Queries) => Promise<Value>): Promise<Value> {
  const { queries } = loaded ?? (await loadStore());
  return read(queries);
}

/** Runs a query now and whenever something that it read changes, until the returned function is called. */
function follow<Value>(
  read: (queries: Queries) => Value | Promise<Value>,
  watcher: QueryWatcher<Value>,
): () => void {
  let isOver = false;
  let stop = () => {};
  const begin = ({ queries, watch }: Store) => {
    if (!isOver) stop = watch(() => read(queries), watcher);
  };
  if (loaded !== null) begin(loaded);
  else {
    loadStore().then(begin, (error: unknown) => {
      if (!isOver) watcher.error(error);
    });
  }
  return () => {
    isOver = true;
    stop();
  };
}

/**
 * The result of a query, read again whenever something that it read changes. Undefined until there is one; after a change of
 * `dependencies`, the earlier result until there is a new one. An error is thrown to the nearest error boundary.
 */
export function useQuery<Value>(
  read: (queries: Queries) => Value | Promise<Value>,
  dependencies: DependencyList,
): Value | undefined {
  const [outcome, setOutcome] = useState<{ value: Value } | { error: unknown } | null>(null);
  useEffect(() => {
    return follow(read, {
      next: (value) => setOutcome({ value }),
      error: (error) => setOutcome({ error }),
    });
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller lists what the query depends on.
  }, dependencies);
  if (outcome === null) return undefined;
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}
