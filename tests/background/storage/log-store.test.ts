import { describe, expect, it, vi } from 'vitest';
import { createLogStore } from '@/src/background/storage/log-store';
import type { NewLogEntry } from '@/src/schema/log-entry';
import { DAY_MS, NO_POLICY } from '@/src/schema/values/managed-policy';
import { ownDatabase } from '../own-database';

const NOW = 10_000_000_000;
const WIDE = { entries: 1_000, characters: 1_000_000_000, ageMs: 2 * NOW };

function create(bounds: Partial<typeof WIDE> = {}) {
  const db = ownDatabase();
  const onLost = vi.fn<(error: unknown, count: number) => void>();
  const options = { db, clock: { now: () => NOW }, bounds: { ...WIDE, ...bounds }, onLost };
  const store = createLogStore(options);
  return {
    db,
    onLost,
    store,
    again: () => createLogStore(options),
    /** Adds entries and writes them at once. */
    async write(...entries: (string | NewLogEntry)[]): Promise<void> {
      for (const given of entries) store.add(typeof given === 'string' ? entry(given) : given);
      await store.flush();
    },
    messages: async () => (await db.logs.orderBy('id').toArray()).map(({ message }) => message),
  };
}

function entry(message: string, fields: Partial<NewLogEntry> = {}): NewLogEntry {
  return { atMs: NOW, level: 'info', topic: 't', chatId: null, runId: null, message, data: null, ...fields };
}

describe('the log’s table', () => {
  it('stores entries in order, each with its size', async () => {
    const { db, write } = create();
    await write('one', entry('two', { data: { a: 1 } }));
    await write('three');
    expect(await db.logs.toArray()).toEqual([
      { ...entry('one'), id: 1, size: 3 },
      { ...entry('two', { data: { a: 1 } }), id: 2, size: 10 },
      { ...entry('three'), id: 3, size: 5 },
    ]);
  });

  it('is written in one transaction for all entries within half a second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { db, store } = create();
      const transactions = vi.spyOn(db, 'transaction');
      for (let index = 0; index < 100; index += 1) store.add(entry(`${index}`));
      await vi.advanceTimersByTimeAsync(499);
      expect(transactions).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      await store.flush();
      expect(transactions).toHaveBeenCalledTimes(1);
      expect(await db.logs.count()).toBe(100);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is not accessed when there is nothing to write', async () => {
    const { db, store } = create();
    const transactions = vi.spyOn(db, 'transaction');
    await store.flush();
    expect(transactions).not.toHaveBeenCalled();
  });

  it('leaves out data that is larger than a model can read, and states it', async () => {
    const { db, write } = create();
    const data = (length: number) => entry('a', { data: { text: 'x'.repeat(length) } });
    await write(data(1_000_000 - 11), data(1_000_000 - 10));
    expect(await db.logs.toArray()).toMatchObject([
      { size: 1_000_001 },
      { data: { leftOut: '1000001 characters' }, size: 1 },
    ]);
  });
});

describe('the ring', () => {
  it('deletes the oldest entries when there are too many, a batch at a time', async () => {
    const { db, write, messages } = create({ entries: 10 });
    const kept: number[] = [];
    for (let index = 1; index <= 25; index += 1) {
      await write(`${index}`);
      kept.push(await db.logs.count());
    }
    expect(Math.max(...kept)).toBe(10);
    // Cut to nine at the 11th, 13th, … entry: never at each.
    expect(kept.slice(9, 14)).toEqual([10, 9, 10, 9, 10]);
    expect((await messages()).at(-1)).toBe('25');
  });

  it('deletes the oldest entries when they are too large together, even all', async () => {
    const { write, messages } = create({ characters: 100 });
    const [a, b, c] = ['a', 'b', 'c'].map((name) => name.repeat(40)) as [string, string, string];
    for (const text of [a, b, c]) await write(text);
    expect(await messages()).toEqual([b, c]);
    await write('x'.repeat(101));
    expect(await messages()).toEqual([]);
  });

  it('deletes entries that are too old at the first write after a start, and counts those of an earlier worker', async () => {
    const { db, write, messages, again } = create({ entries: 3, ageMs: 10 });
    // Written directly, so that it exists before the store first reads.
    await db.logs.bulkAdd([{ ...entry('older', { atMs: 0 }), size: 5 }]);
    await write(entry('old', { atMs: NOW - 11 }), entry('young', { atMs: NOW - 10 }));
    expect(await messages()).toEqual(['young']);
    const later = again();
    for (const name of ['b', 'c', 'd']) later.add(entry(name));
    await later.flush();
    expect(await messages()).toEqual(['c', 'd']);
  });

  it('deletes what is older than the organisation keeps', async () => {
    const { db, write, messages } = create();
    db.policy = { ...NO_POLICY, retentionDays: 1 };
    await write(entry('old', { atMs: NOW - DAY_MS - 1 }), entry('young', { atMs: NOW - DAY_MS }));
    expect(await messages()).toEqual(['young']);
  });
});

describe('entries that can’t be written', () => {
  it('cause no failure, are reported, and are counted by the next successful write', async () => {
    const { db, write, onLost } = create();
    const broken = vi.spyOn(db.logs, 'bulkAdd').mockRejectedValue(new Error('disk full'));
    await write('a', 'b');
    expect(onLost).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'disk full' }), 2);
    await write('c');
    expect(onLost.mock.calls.map(([, lost]) => lost)).toEqual([2, 1]);
    expect(await db.logs.count()).toBe(0);
    broken.mockRestore();

    await write(entry('d', { atMs: NOW - 5 }));
    await write('e');
    expect(await db.logs.orderBy('id').toArray()).toMatchObject([
      {
        message: '3 log entries before this one could not be kept.',
        ...{ level: 'warning', topic: 'log.lost', data: { count: 3 }, atMs: NOW - 5 },
      },
      { message: 'd' },
      { message: 'e' },
    ]);
  });

  it('are dropped, the oldest first, while the database is busy', async () => {
    const { write, messages } = create({ entries: 10_000 });
    await write(...Array.from({ length: 1_003 }, (_, index) => `${index}`));
    const kept = await messages();
    expect(kept).toHaveLength(1_001);
    expect(kept.slice(0, 2)).toEqual(['3 log entries before this one could not be kept.', '3']);
  });
});

describe('clearing the log', () => {
  it('deletes everything including queued entries; then logging continues', async () => {
    const { db, store, write, messages } = create({ entries: 3 });
    await write('a');
    store.add(entry('b'));
    await store.clear();
    await store.flush();
    expect(await db.logs.count()).toBe(0);
    await write('c', 'd', 'e');
    expect(await messages()).toEqual(['c', 'd', 'e']);
  });

  it('rejects if it fails, and logging continues', async () => {
    const { db, store, write, messages } = create();
    vi.spyOn(db.logs, 'clear').mockRejectedValueOnce(new Error('disk full'));
    await expect(store.clear()).rejects.toMatchObject({ code: 'storage' });
    await write('a');
    expect(await messages()).toEqual(['a']);
  });
});
