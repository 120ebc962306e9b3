import { type DependencyList, useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import { MANAGED_POLICY_KEY, storedPolicy } from '@/src/schema/values/managed-policy';
import type * as storeQueries from '@/src/store/queries';
import type { Rescue } from '@/src/store/queries';
import type { QueryWatcher, readAllAgain, readOnce, watch, watchTogether } from '@/src/store/watch';

export type Queries = typeof storeQueries;

interface Store {
  queries: Queries;
  watch: typeof watch;
  watchTogether: typeof watchTogether;
  readOnce: typeof readOnce;
  readAllAgain: typeof readAllAgain;
}

/** Set once the database is open. */
let loaded: Store | null = null;
let code: Promise<Store> | null = null;
let loading: Promise<Store> | null = null;

/** Longest time in milliseconds that queries wait for the first view, which may never be shown. */
const LONGEST_HOLD_MS = 1_000;

/** Resolves when the held queries may begin; null if queries aren't held. */
let held: Promise<void> | null = null;
let release = () => {};

/**
 * Holds queries until {@link releaseQueries} is called, except those of {@link useFirstQuery}. Each query would delay the first view: by
 * reading, and by another rendering.
 */
export function holdQueries(): void {
  const shown = new Promise<void>((resolve) => {
    release = resolve;
    setTimeout(resolve, LONGEST_HOLD_MS);
  });
  held = shown.then(() => {
    held = null;
  });
}

/** True until {@link firstViewShown} resolves. */
export function areQueriesHeld(): boolean {
  return held !== null;
}

/** Resolves once queries are no longer held. For other work, too, whose result would interrupt the rendering of the first view. */
export function firstViewShown(): Promise<void> {
  return held ?? Promise.resolve();
}

/** Begins the held queries together, so that the panel renders their results at once. */
export function releaseQueries(): void {
  release();
}

/**
 * Loads the database's code, which is a chunk of its own, so that the panel is painted and accepts input before it is loaded. Rejects
 * if it can't be loaded; the next call tries again.
 */
function loadCode(): Promise<Store> {
  code ??= Promise.all([
    import('@/src/store/queries'),
    import('@/src/store/watch'),
    browser.storage.local.get(MANAGED_POLICY_KEY),
  ]).then(
    ([queries, { watch, watchTogether, readOnce, readAllAgain }, { [MANAGED_POLICY_KEY]: policy }]) => {
      queries.readUnder(storedPolicy(policy));
      browser.storage.onChanged.addListener(({ [MANAGED_POLICY_KEY]: change }, area) => {
        if (area !== 'local' || change === undefined) return;
        queries.readUnder(storedPolicy(change.newValue));
        readAllAgain();
      });
      return { queries, watch, watchTogether, readOnce, readAllAgain };
    },
    (error: unknown) => {
      code = null;
      throw error;
    },
  );
  return code;
}

/** Loads the database's code, and opens the database. Rejects if either fails, with `storage` for the database; the next call tries again. */
export function loadStore(): Promise<Store> {
  loading ??= loadCode()
    .then(async (store) => {
      await store.queries.openDatabase();
      loaded = store;
      return store;
    })
    .catch((error: unknown) => {
      loading = null;
      throw error;
    });
  return loading;
}

/** Reads what a database that can't be opened still contains. Rejects if its code can't be loaded. */
export async function rescue(nowMs: number): Promise<Rescue> {
  return (await loadCode()).queries.rescuedBackup(nowMs);
}

/** Runs all queries of this panel again; see {@link readAllAgain}. Does nothing until the database's code is loaded. */
export function readStoredAgain(): void {
  loaded?.readAllAgain();
}

/** Runs a query once. Rejects with `storage` if the database fails. */
export async function query<Value>(read: (queries: Queries) => Promise<Value>): Promise<Value> {
  const { queries, readOnce } = loaded ?? (await loadStore());
  return readOnce(() => read(queries));
}

/**
 * Runs a query now, and again whenever data that it has read changes, until the returned function is called. `isFirst`: true for a query
 * that is never held; see {@link useFirstQuery}.
 */
function follow<Value>(
  read: (queries: Queries) => Value | Promise<Value>,
  watcher: QueryWatcher<Value>,
  isFirst: boolean,
): () => void {
  let isOver = false;
  let stop = () => {};
  const wait = isFirst ? null : held;
  const begin = (store: Store) => {
    if (isOver) return;
    const watchIt = wait === null ? store.watch : store.watchTogether;
    stop = watchIt(() => read(store.queries), watcher);
  };
  if (loaded !== null && wait === null) begin(loaded);
  else {
    Promise.all([loadStore(), wait]).then(
      ([store]) => begin(store),
      (error: unknown) => {
        if (!isOver) watcher.error(error);
      },
    );
  }
  return () => {
    isOver = true;
    stop();
  };
}

/**
 * Result of a query, which runs again whenever data that it has read changes. Undefined until the first result. After a change of
 * `dependencies`, the earlier result stays until the next one. If the query fails, rendering throws the error to the nearest error
 * boundary. `read`: null to run no query.
 */
export function useQuery<Value>(
  read: ((queries: Queries) => Value | Promise<Value>) | null,
  dependencies: DependencyList,
): Value | undefined {
  return useResults<Value>(read && ((watcher) => follow(read, watcher, false)), dependencies);
}

/** Like {@link useQuery}, for what the panel shows first: the query is never held. */
export function useFirstQuery<Value>(
  read: (queries: Queries) => Value | Promise<Value>,
  dependencies: DependencyList,
): Value | undefined {
  return useResults<Value>((watcher) => follow(read, watcher, true), dependencies);
}

/** Like {@link useQuery}, but the query runs only when `dependencies` change, not when the data change. */
export function useReading<Value>(
  read: (queries: Queries) => Promise<Value>,
  dependencies: DependencyList,
): Value | undefined {
  return useResults<Value>((watcher) => {
    const next = (value: Value) => {
      end();
      watcher.next(value);
    };
    const end = follow(read, { ...watcher, next }, false);
    return end;
  }, dependencies);
}

/** True also for two empty lists: a query that finds nothing again changes nothing. */
function isSame(one: unknown, other: unknown): boolean {
  return Object.is(one, other) || [one, other].every((value) => Array.isArray(value) && value.length === 0);
}

/** The newest result that `begin` passed to its watcher. `begin` returns a function that ends this; null for no more results. */
function useResults<Value>(
  begin: ((watcher: QueryWatcher<Value>) => () => void) | null,
  dependencies: DependencyList,
): Value | undefined {
  const [outcome, setOutcome] = useState<{ value: Value } | { error: unknown } | null>(null);
  useEffect(() => {
    return begin?.({
      next: (value) =>
        setOutcome((shown) =>
          shown !== null && 'value' in shown && isSame(shown.value, value) ? shown : { value },
        ),
      error: (error) => setOutcome({ error }),
    });
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller lists what the query depends on.
  }, dependencies);
  if (outcome === null) return undefined;
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}
