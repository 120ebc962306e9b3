import Dexie, { liveQuery, RangeSet } from 'dexie';
import { toStorageError } from './storage-error';

/** Receiver of a query's results, and of the error that ends it. */
export interface QueryWatcher<Value> {
  next(value: Value): void;
  error(error: unknown): void;
}

/**
 * Runs a query now and whenever something that the query read changes, in any context, until the returned function is called. The
 * query also runs at times without such a change (see {@link MAX_FOLLOWED_CHANGES}).
 * After changes, queries run in rounds. A step of a run stores several rows within a few milliseconds, and each of them concerns most
 * queries. A transaction that writes to a table waits for all readings of that table, so each reading delays the run.
 * The first error ends the query; errors of the database arrive as `storage` errors.
 */
export function watch<Value>(read: () => Value | Promise<Value>, watcher: QueryWatcher<Value>): () => void {
  return begin(read, watcher, (run) => void run().then((passOn) => passOn()));
}

/**
 * As {@link watch}, but the first reading belongs to the next round: its result is passed on together with those of other queries that
 * begin now.
 */
export function watchTogether<Value>(
  read: () => Value | Promise<Value>,
  watcher: QueryWatcher<Value>,
): () => void {
  return begin(read, watcher, joinRound);
}

function begin<Value>(
  read: () => Value | Promise<Value>,
  watcher: QueryWatcher<Value>,
  runFirst: (run: RoundQuery) => void,
): () => void {
  let isOver = false;
  /** True from the start of a reading until its result is passed on. */
  let isReading = false;
  let changedMeanwhile = false;
  /** Number of changes of the database since the query ran last. */
  let changes = 0;
  /** Stops following what was read. */
  let unfollow = () => {};

  function changed(): void {
    if (isReading) changedMeanwhile = true;
    else joinRound(run);
  }

  function countChange(): void {
    changes += 1;
    if (changes === MAX_FOLLOWED_CHANGES) changed();
  }

  function end(): void {
    isOver = true;
    Dexie.on.storagemutated.unsubscribe(countChange);
    nextRound.delete(run);
    unfollow();
  }

  async function run(): Promise<() => void> {
    isReading = true;
    changedMeanwhile = false;
    changes = 0;
    const unfollowEarlier = unfollow;
    const { reading, stop } = readAndFollow(read, changed);
    unfollow = () => {
      unfollowEarlier();
      stop();
    };
    let passOn = () => {};
    try {
      const value = await reading;
      unfollowEarlier();
      unfollow = stop;
      passOn = () => watcher.next(value);
    } catch (error) {
      // The database was closed meanwhile, e.g. for an upgrade: the next change of what was read before runs the query again.
      const isInterrupted = error instanceof Error && INTERRUPTIONS.includes(error.name);
      if (!isInterrupted) {
        passOn = () => {
          end();
          watcher.error(queryError(error));
        };
      }
    }
    return () => {
      if (isOver) return;
      isReading = false;
      if (changedMeanwhile) joinRound(run);
      passOn();
    };
  }

  Dexie.on.storagemutated.subscribe(countChange);
  runFirst(run);
  return end;
}

/** Reads once, and calls `changed` at each change of what was read until it is stopped, also at a change during the reading. */
function readAndFollow<Value>(
  read: () => Value | Promise<Value>,
  changed: () => void,
): { reading: Promise<Value>; stop: () => void } {
  let isFirst = true;
  let stop = () => {};
  const reading = new Promise<Value>((resolve, reject) => {
    // Dexie follows what an async function reads, also after it has waited.
    const subscription = liveQuery(async () => {
      if (!isFirst) {
        changed();
        // Dexie ignores this error, and goes on following what the first call has read.
        throw new DOMException('The query runs again in the next round.', 'AbortError');
      }
      isFirst = false;
      try {
        const value = await read();
        resolve(value);
        return value;
      } catch (error) {
        reject(error);
        throw error;
      }
    }).subscribe();
    stop = () => subscription.unsubscribe();
  });
  return { reading, stop };
}

/** Names of errors that don't end a query. Dexie's own live queries don't report them either. */
const INTERRUPTIONS: readonly string[] = ['DatabaseClosedError', 'AbortError'];

/**
 * Number of changes after which a query runs again even if none of them concerns it. Dexie keeps all changes until the query runs
 * again: without this bound, the memory of a panel that is open for hours would grow without a limit.
 */
const MAX_FOLLOWED_CHANGES = 200;

/** Minimum time between the starts of two rounds, in milliseconds. After a longer pause, a change starts a round at once. */
const ROUND_INTERVAL_MS = 150;

/** Maximum time that the results of a round wait for its slowest query, in milliseconds. */
const MAX_WAIT_MS = 200;

/** Runs a query, and resolves with a function that passes its result on. */
type RoundQuery = () => Promise<() => void>;

const nextRound = new Set<RoundQuery>();
/** Start of the newest round, by `performance.now()`. */
let roundAtMs = -Infinity;

function joinRound(query: RoundQuery): void {
  if (nextRound.size === 0) setTimeout(runRound, roundAtMs + ROUND_INTERVAL_MS - performance.now());
  nextRound.add(query);
}

/** Runs the queries of a round, and passes their results on together, so that the panel renders them once. */
function runRound(): void {
  roundAtMs = performance.now();
  const queries = [...nextRound];
  nextRound.clear();
  const readings = queries.map((query) => query());
  const isLate = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  const together = Promise.race([Promise.all(readings), isLate]);
  for (const reading of readings) void together.then(() => reading).then((passOn) => passOn());
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

/** A change of every key of every table, in Dexie's format. */
const EVERYTHING = { all: new RangeSet(-Infinity, [[]]) };

/**
 * Runs all watched queries again. A writer that the browser ends right after its commit notifies nobody, and queries would show the
 * state before until the next write.
 */
export function readAllAgain(): void {
  Dexie.on.storagemutated.fire(EVERYTHING);
}
