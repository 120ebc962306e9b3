import { firstKept, type LogBounds, type LogKey } from '@/src/core/logging/trim-log';
import type { Clock } from '@/src/core/ports/clock';
import type { LogRow, NewLogEntry } from '@/src/schema/log-entry';
import { DAY_MS } from '@/src/schema/values/managed-policy';
import type { StewardDatabase } from '@/src/store/db';
import { stored } from './storage-error';

/** Limits of the log: enough entries for weeks, a total size because payloads are large, and a month of age. */
export const LOG_BOUNDS: LogBounds = {
  entries: 5_000,
  characters: 20_000_000,
  ageMs: 30 * DAY_MS,
};

/** Interval in milliseconds in which entries are joined into one transaction. */
const FLUSH_MS = 500;

/** Most queued entries while the database is busy; beyond it the oldest are dropped. */
const MAX_WAITING = 1_000;

/** Longest JSON text of an entry's data in UTF-16 units, more than a model can read. Longer data is omitted. */
const MAX_DATA_LENGTH = 1_000_000;

/** The log's table, used as a ring and written in batches. */
export interface LogStore {
  /** Queues an entry. Never throws or blocks. */
  add(entry: NewLogEntry): void;
  /** Resolves when all queued entries are written or dropped. */
  flush(): Promise<void>;
  /** Deletes all entries, including queued ones. Rejects with `storage`. */
  clear(): Promise<void>;
}

/**
 * Creates the only writer of the log's table. Counts entries that cannot be written and reports them to `onLost`; the
 * next successful write starts with an entry that states how many are missing.
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
  /** Serializes writes. */
  let writing: Promise<void> = Promise.resolve();
  /** Current size of the log; null until it has been counted. */
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
    const reportedLoss = lost;
    try {
      const rows = (reportedLoss === 0 ? batch : [lossEntry(reportedLoss, first.atMs), ...batch]).map(toRow);
      await db.transaction('rw', db.logs, async () => {
        await db.logs.bulkAdd(rows);
        kept = await trimmed(rows);
      });
      lost -= reportedLoss;
    } catch (error) {
      kept = null;
      lost += batch.length;
      deps.onLost(error, batch.length);
    }
  }

  /** Trims the log after `rows` were added; resolves with the new size. */
  async function trimmed(rows: readonly Omit<LogRow, 'id'>[]): Promise<typeof kept> {
    if (kept !== null) {
      const entries = kept.entries + rows.length;
      const characters = rows.reduce((sum, { size }) => sum + size, kept.characters);
      if (entries <= bounds.entries && characters <= bounds.characters) return { entries, characters };
    }
    // Reads index keys only, so that counting reads no payloads.
    const keys = (await db.logs.orderBy('[id+atMs+size]').keys()) as unknown as LogKey[];
    // The database reads the policy before its first transaction begins.
    const { retentionDays } = db.policy;
    const ageMs = retentionDays === null ? bounds.ageMs : Math.min(bounds.ageMs, retentionDays * DAY_MS);
    const rest = keys.slice(firstKept(keys, { ...bounds, ageMs }, deps.clock.now()));
    if (rest.length < keys.length) {
      // If no entry is kept, all entries are deleted.
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
      // The caller receives the failure; later writes continue.
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
