import { describe, expect, it, vi } from 'vitest';
import { createLogStore } from '@/src/background/storage/log-store';
import type { NewLogEntry } from '@/src/schema/log-entry';
import { DAY_MS, NO_POLICY } from '@/src/schema/values/managed-policy';
import type { StewardDatabase } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';

const NOW = 10_000_000_000;
const WIDE = { entries: 1_000, characters: 1_000_000_000, ageMs: 2 * NOW };

let count = 0;
function create(bounds: Partial<typeof WIDE> = {}) {
  count += 1;
  const db = createDatabase(`log-store-${count}`);
  const onLost = vi.fn<(error: unknown, count: number) => void>();
  const options = { db, clock: { now: () => NOW }, bounds: { ...WIDE, ...bounds }, onLost };
  return { db, onLost, store: createLogStore(options), again: () => createLogStore(options) };
}

function entry(message: string, fields: Partial<NewLogEntry> = {}): NewLogEntry {
  return { atMs: NOW, level: 'info', topic: 't', chatId: null, runId: null, message, data: null, ...fields };
}

async function messagesIn(db: StewardDatabase): Promise<string[]> {
  return (await db.logs.orderBy('id').toArray()).map(({ message }) => message);
}

describe('the log’s table', () => {
  it('stores entries in order, each with its size', async () => {
    const { db, store } = create();
    store.add(entry('one'));
    store.add(entry('two', { data: { a: 1 } }));
    await store.flush();
    store.add(entry('three'));
    await store.flush();
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
    const { db, store } = create();
    store.add(entry('a', { data: { text: 'x'.repeat(1_000_000 - 11) } }));
    store.add(entry('b', { data: { text: 'x'.repeat(1_000_000 - 10) } }));
    await store.flush();
    const [fits, tooLarge] = await db.logs.toArray();
    expect(fits?.size).toBe(1_000_001);
    expect(tooLarge).toMatchObject({ data: { leftOut: '1000001 characters' }, size: 1 });
  });
});

describe('the ring', () => {
  it('deletes the oldest entries when there are too many, a batch at a time', async () => {
    const { db, store } = create({ entries: 10 });
    const deletions: number[] = [];
    for (let index = 1; index <= 25; index += 1) {
      store.add(entry(`${index}`));
      await store.flush();
      deletions.push(await db.logs.count());
    }
    expect(Math.max(...deletions)).toBe(10);
    // Cut to nine at the 11th, 13th, … entry: never at each.
    expect(deletions.slice(9, 14)).toEqual([10, 9, 10, 9, 10]);
    expect((await messagesIn(db)).at(-1)).toBe('25');
  });

  it('deletes the oldest entries when they are too large together', async () => {
    const { db, store } = create({ characters: 100 });
    for (const name of ['a', 'b', 'c']) {
      store.add(entry(name.repeat(40)));
      await store.flush();
    }
    expect(await messagesIn(db)).toEqual(['b'.repeat(40), 'c'.repeat(40)]);
  });

  it('deletes entries that are too old at the first write after a start, and counts those of an earlier worker', async () => {
    const { db, store, again } = create({ entries: 3, ageMs: 10 });
    store.add(entry('old', { atMs: NOW - 11 }));
    store.add(entry('young', { atMs: NOW - 10 }));
    // Written directly, so that it exists before the store first reads.
    await db.logs.bulkAdd([{ ...entry('older', { atMs: 0 }), size: 5 }]);
    await store.flush();
    expect(await messagesIn(db)).toEqual(['young']);
    const later = again();
    for (const name of ['b', 'c', 'd']) later.add(entry(name));
    await later.flush();
    expect(await messagesIn(db)).toEqual(['c', 'd']);
  });

  it('deletes what is older than the organisation keeps', async () => {
    const { db, store } = create();
    db.policy = { ...NO_POLICY, retentionDays: 1 };
    store.add(entry('old', { atMs: NOW - DAY_MS - 1 }));
    store.add(entry('young', { atMs: NOW - DAY_MS }));
    await store.flush();
    expect(await messagesIn(db)).toEqual(['young']);
  });

  it('may delete everything', async () => {
    const { db, store } = create({ characters: 10 });
    store.add(entry('x'.repeat(11)));
    await store.flush();
    expect(await db.logs.count()).toBe(0);
  });
});

describe('entries that can’t be written', () => {
  it('cause no failure, are reported, and are counted by the next successful write', async () => {
    const { db, store, onLost } = create();
    const failure = new Error('disk full');
    const broken = vi.spyOn(db.logs, 'bulkAdd').mockRejectedValueOnce(failure);
    store.add(entry('a'));
    store.add(entry('b'));
    await store.flush();
    expect(onLost).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'disk full' }), 2);
    expect(await db.logs.count()).toBe(0);
    broken.mockRestore();

    store.add(entry('c', { atMs: NOW - 5 }));
    await store.flush();
    store.add(entry('d'));
    await store.flush();
    const rows = await db.logs.orderBy('id').toArray();
    expect(rows.map(({ message }) => message)).toEqual([
      '2 log entries before this one could not be kept.',
      'c',
      'd',
    ]);
    expect(rows[0]).toMatchObject({ level: 'warning', topic: 'log.lost', data: { count: 2 }, atMs: NOW - 5 });
  });

  it('are added up over several failures', async () => {
    const { db, store, onLost } = create();
    const broken = vi.spyOn(db.logs, 'bulkAdd').mockRejectedValue(new Error('disk full'));
    for (const name of ['a', 'b', 'c']) {
      store.add(entry(name));
      await store.flush();
    }
    expect(onLost.mock.calls.map(([, lost]) => lost)).toEqual([1, 1, 1]);
    broken.mockRestore();
    store.add(entry('d'));
    await store.flush();
    expect((await messagesIn(db))[0]).toBe('3 log entries before this one could not be kept.');
  });

  it('are dropped, the oldest first, while the database is busy', async () => {
    const { db, store } = create({ entries: 10_000 });
    for (let index = 0; index < 1_003; index += 1) store.add(entry(`${index}`));
    await store.flush();
    const messages = await messagesIn(db);
    expect(messages).toHaveLength(1_001);
    expect(messages.slice(0, 2)).toEqual(['3 log entries before this one could not be kept.', '3']);
  });
});

describe('clearing the log', () => {
  it('deletes everything including queued entries; then logging continues', async () => {
    const { db, store } = create({ entries: 3 });
    store.add(entry('a'));
    await store.flush();
    store.add(entry('b'));
    await store.clear();
    await store.flush();
    expect(await db.logs.count()).toBe(0);
    for (const name of ['c', 'd', 'e']) store.add(entry(name));
    await store.flush();
    expect(await messagesIn(db)).toEqual(['c', 'd', 'e']);
  });

  it('rejects if it fails, and logging continues', async () => {
    const { db, store } = create();
    vi.spyOn(db.logs, 'clear').mockRejectedValueOnce(new Error('disk full'));
    await expect(store.clear()).rejects.toMatchObject({ code: 'storage' });
    store.add(entry('a'));
    await store.flush();
    expect(await messagesIn(db)).toEqual(['a']);
  });
});
