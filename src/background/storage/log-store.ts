import type { LogRow, NewLogEntry } from '@/src/core/logging/log-entry';
import { firstKept, type LogBounds, type LogKey } from '@/src/core/logging/trim-log';
import type { Clock } from '@/src/core/ports/clock';
import type { StewardDatabase } from '@/src/store/db';
import { stored } from './storage-error';

/**
 * What the log may hold. The ring of entries is wide enough for weeks; payloads, which are large, are bounded by their
 * size; and what nobody looked at for a month is nobody's business any more.
 */
export const LOG_BOUNDS: LogBounds = {
  entries: 5_000,
  characters: 20_000_000,
  ageMs: 30 * 24 * 60 * 60 * 1_000,
};

/** Entries of this time are written in one transaction. */
const FLUSH_MS = 500;

/** Entries that may wait while the database is busy; beyond it the oldest are lost. */
const MAX_WAITING = 1_000;

/** Data longer than this as JSON is left out: it is more than a model can read. */
const MAX_DATA_LENGTH = 1_000_000;

/** The log's table, a ring. Written in batches, never entry by entry. */
export interface LogStore {
  /** Takes an entry. Never throws and never waits. */
  add(entry: NewLogEntry): void;
  /** Resolves when everything taken so far is written, or lost. */
  flush(): Promise<void>;
  /** Empties the log, with what waits to be written. Rejects with `storage`. */
  clear(): Promise<void>;
}

/**
 * The store over the database, whose only writer this is. Entries that can't be written are told to `onLost` and
 * counted; the next write that goes well begins with an entry that says how many are missing.
 */
export function createLogStore(deps: {
  db: StewardDatabase;
  clock: Clock;
  bounds: LogBounds;
  onLost: (error: unknown, count: number) => void;
}): LogStore {
  const { db, bounds } = deps;
  let waiting: NewLogEntry[] = [];
  let lost = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** One write after the other. */
  let writing: Promise<void> = Promise.resolve();
  /** How full the log is; null until it was counted. */
  let kept: { entries: number; characters: number } | null = null;

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  async function write(): Promise<void> {
    const batch = waiting;
    const [first] = batch;
    if (first === undefined) return;
    waiting = [];
    const told = lost;
    try {
      const rows = (told === 0 ? batch : [lossEntry(told, first.atMs), ...batch]).map(toRow);
      await db.transaction('rw', db.logs, async () => {
        await db.logs.bulkAdd(rows);
        kept = await trimmed(rows);
      });
      lost -= told;
    } catch (error) {
      kept = null;
      lost += batch.length;
      deps.onLost(error, batch.length);
    }
  }

  /** Keeps the ring in its bounds after `rows` were added; answers how full it is then. */
  async function trimmed(rows: readonly Omit<LogRow, 'id'>[]): Promise<typeof kept> {
    if (kept !== null) {
      const entries = kept.entries + rows.length;
      const characters = rows.reduce((sum, { size }) => sum + size, kept.characters);
      if (entries <= bounds.entries && characters <= bounds.characters) return { entries, characters };
    }
    // Keys of an index, so that no payload is read to count it.
    const keys = (await db.logs.orderBy('[id+atMs+size]').keys()) as unknown as LogKey[];
    const rest = keys.slice(firstKept(keys, bounds, deps.clock.now()));
    if (rest.length < keys.length) {
      const [firstId] = rest[0] ?? [Number.POSITIVE_INFINITY];
      await db.logs.where('id').below(firstId).delete();
    }
    return { entries: rest.length, characters: rest.reduce((sum, [, , size]) => sum + size, 0) };
  }

  return {
    add(entry) {
      waiting.push(entry);
      if (waiting.length > MAX_WAITING) {
        waiting.shift();
        lost += 1;
      }
      timer ??= setTimeout(() => void flush(), FLUSH_MS);
    },
    flush,
    async clear() {
      const cleared = writing.then(() =>
        stored(async () => {
          await db.logs.clear();
          waiting = [];
          lost = 0;
          kept = { entries: 0, characters: 0 };
        }),
      );
      // What fails here is told to the caller; later writes go on.
      writing = cleared.catch(() => undefined);
      await cleared;
    },
  };
}

function toRow(entry: NewLogEntry): Omit<LogRow, 'id'> {
  const length = entry.data === null ? 0 : JSON.stringify(entry.data).length;
  const data = length > MAX_DATA_LENGTH ? { leftOut: `${length} characters` } : entry.data;
  return { ...entry, data, size: entry.message.length + (data === entry.data ? length : 0) };
}

function lossEntry(count: number, atMs: number): NewLogEntry {
  return {
    atMs,
    level: 'warning',
    topic: 'log.lost',
    chatId: null,
    runId: null,
    message: `${count} log entries before this one could not be kept.`,
    data: { count },
  };
}
