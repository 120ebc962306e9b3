import Dexie, { liveQuery, RangeSet } from 'dexie';
import { toStorageError } from './storage-error';

/** Receiver of a query's results, and of the error that ends it. */
export interface QueryWatcher<Value> {
  next(value: Value): void;
  error(error: unknown): void;
}

/**
 * Runs a query now and whenever something that it read changes, in any context, until the returned function is called.
 * After changes, queries run in rounds: a step of a run stores several things within a few milliseconds, each of which concerns most
 * queries, and readings keep the next writing waiting. The first error ends the query; errors of the database arrive as `storage` errors.
 */
export function watch<Value>(read: () => Value | Promise<Value>, watcher: QueryWatcher<Value>): () => void {
  let isOver = false;
  let isReading = false;
  let changedMeanwhile = false;
  let readings = 0;
  /** Number of the reading whose result was passed on last. */
  let passedOn = 0;
  /** Stops following what was read. */
  let unfollow = () => {};

  function changed(): void {
    if (isReading) changedMeanwhile = true;
    else joinRound(run);
  }

  async function run(others: Promise<void>): Promise<void> {
    if (isOver) return;
    isReading = true;
    changedMeanwhile = false;
    readings += 1;
    const number = readings;
    const unfollowEarlier = unfollow;
    const { reading, stop } = readAndFollow(read, changed);
    unfollow = () => {
      unfollowEarlier();
      stop();
    };
    try {
      const value = await reading;
      unfollowEarlier();
      unfollow = stop;
      void others.then(() => {
        // The result of a later round may have come first.
        if (isOver || number < passedOn) return;
        passedOn = number;
        watcher.next(value);
      });
    } catch (error) {
      // The database was closed meanwhile, e.g. for an upgrade: the next change of what was read before runs the query again.
      if (isOver || (error instanceof Error && INTERRUPTIONS.includes(error.name))) return;
      isOver = true;
      unfollow();
      watcher.error(queryError(error));
    } finally {
      isReading = false;
      if (changedMeanwhile) joinRound(run);
    }
  }

  void run(Promise.resolve());
  return () => {
    isOver = true;
    unfollow();
  };
}

/** Reads once, and then calls `changed` at each change of what was read, also if it happens while reading, until it is stopped. */
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

/** Names of errors that don't end a query; Dexie keeps them to itself. */
const INTERRUPTIONS: readonly string[] = ['DatabaseClosedError', 'AbortError'];

/** Time from the first change until the queries that it concerns run again, in milliseconds. */
const ROUND_DELAY_MS = 50;

/** Maximum time that the results of a round wait for its slowest one, so that they are rendered together, in milliseconds. */
const PATIENCE_MS = 200;

/** Runs a query; resolves once it has read. Its result is passed on when `others` has resolved. */
type RoundQuery = (others: Promise<void>) => Promise<void>;

/** The queries of the next round. */
const nextRound = new Set<RoundQuery>();

function joinRound(query: RoundQuery): void {
  if (nextRound.size === 0) setTimeout(runRound, ROUND_DELAY_MS);
  nextRound.add(query);
}

function runRound(): void {
  const queries = [...nextRound];
  nextRound.clear();
  let passOn = () => {};
  const others = new Promise<void>((resolve) => {
    passOn = resolve;
  });
  setTimeout(passOn, PATIENCE_MS);
  void Promise.all(queries.map((query) => query(others))).then(passOn);
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
