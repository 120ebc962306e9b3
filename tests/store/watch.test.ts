import { setTimeout as pause } from 'node:timers/promises';
import Dexie, { type Table } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readAllAgain, watch } from '@/src/store/watch';

interface Note {
  id: string;
}

/** A pause that is longer than the time between two rounds, in milliseconds. */
const ROUND_MS = 200;

let db: Dexie;
let notes: Table<Note, string>;
let seen: unknown[];
let reads: number;
const stops: (() => void)[] = [];

beforeEach(async () => {
  db = new Dexie('watched');
  db.version(1).stores({ notes: 'id', tags: 'id' });
  // Dexie runs all queries again after it has created a database.
  await db.open();
  await pause(1);
  notes = db.table('notes');
  seen = [];
  reads = 0;
});

afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await db.delete();
});

/** Watches the ids of the notes. Each reading waits for `before`, and then reads the database. */
function watchNotes(before: () => void | Promise<void> = () => {}): () => void {
  const read = async () => {
    reads += 1;
    await before();
    return notes.toCollection().primaryKeys();
  };
  const stop = watch(read, {
    next: (ids) => seen.push(ids),
    error: (error) => seen.push(error),
  });
  stops.push(stop);
  return stop;
}

/** Adds tags, which the watched query doesn’t read, one after another. */
async function addTags(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) await db.table('tags').add({ id: crypto.randomUUID() });
}

const sees = (...results: unknown[]) => vi.waitFor(() => expect(seen).toEqual(results));

it('a query passes on what another context has written without notice, once all queries run again', async () => {
  watchNotes();
  await sees([]);
  // Without Dexie, as after the end of the context that has written.
  await new Promise((resolve) => {
    const transaction = db.backendDB().transaction('notes', 'readwrite');
    transaction.objectStore('notes').add({ id: 'n1' });
    transaction.oncomplete = resolve;
  });
  readAllAgain();
  await sees([], ['n1']);
});

describe('a query', () => {
  it('runs at once after the first change, and once for all that follow it soon', async () => {
    watchNotes();
    await sees([]);
    await pause(ROUND_MS);
    /** Adds these notes. Resolves to the time until the query runs, in milliseconds. */
    const delayAfter = async (...ids: string[]) => {
      const before = { reads, atMs: performance.now() };
      for (const id of ids) await notes.add({ id });
      await vi.waitUntil(() => reads > before.reads, { interval: 1 });
      return performance.now() - before.atMs;
    };
    const firstMs = await delayAfter('n1');
    await sees([], ['n1']);
    expect(firstMs).toBeLessThan(await delayAfter('n2', 'n3', 'n4'));
    await sees([], ['n1'], ['n1', 'n2', 'n3', 'n4']);
    await pause(ROUND_MS);
    expect(reads).toBe(3);
  });

  it('runs again only after 200 changes of what it has not read, so that Dexie forgets them', async () => {
    watchNotes();
    await sees([]);
    await addTags(199);
    await pause(ROUND_MS);
    expect(reads).toBe(1);
    await addTags(1);
    await sees([], []);
    expect(reads).toBe(2);
  });

  it('that is stopped isn’t run again by the 200th change', async () => {
    const stop = watchNotes();
    await sees([]);
    stop();
    await addTags(200);
    await pause(ROUND_MS);
    expect(reads).toBe(1);
  });

  it('passes results on while changes follow each other without a pause', async () => {
    watchNotes();
    await sees([]);
    for (let number = 0; seen.length < 4; number += 1) {
      await notes.add({ id: `n${number}` });
      await pause(5);
      if (number > 200) throw new Error('Nothing was shown.');
    }
  });

  it('that reads during a change passes that result on, and runs again', async () => {
    let isHeld = false;
    watchNotes(() => vi.waitUntil(() => !isHeld, { interval: 1 }).then(() => {}));
    await sees([]);
    isHeld = true;
    await notes.add({ id: 'n1' });
    await vi.waitFor(() => expect(reads).toBe(2));
    await notes.add({ id: 'n2' });
    isHeld = false;
    await sees([], ['n1', 'n2'], ['n1', 'n2']);
  });
});

describe('the results of queries that run together', () => {
  it.each([
    ['only soon', ['fast is read', 'slow is read', 'fast', 'slow']],
    ['not in time', ['fast is read', 'fast', 'slow is read', 'slow']],
  ])('wait for a slow query that can be read %s', async (_, order) => {
    const events: string[] = [];
    const until = order[1] === 'fast' ? 'fast' : 'fast is read';
    const queries = {
      slow: () => vi.waitUntil(() => events.includes(until), { interval: 1, timeout: 5_000 }),
      fast: async () => {},
    };
    for (const [name, reading] of Object.entries(queries)) {
      const read = async () => {
        const count = await notes.count();
        if (count === 1) {
          await reading();
          events.push(`${name} is read`);
        }
        return count;
      };
      stops.push(watch(read, { next: (count) => count === 1 && events.push(name), error: expect.fail }));
    }
    await pause(50);
    await notes.add({ id: 'n1' });
    await vi.waitFor(() => expect(events).toEqual(order), { timeout: 2_000 });
  });
});

describe('a query that is stopped', () => {
  it('passes nothing on, also if it was reading', async () => {
    let isHeld = true;
    const stop = watchNotes(() => vi.waitUntil(() => !isHeld, { interval: 1 }).then(() => {}));
    await vi.waitFor(() => expect(reads).toBe(1));
    stop();
    isHeld = false;
    await notes.add({ id: 'n1' });
    await pause(ROUND_MS);
    expect({ seen, reads }).toEqual({ seen: [], reads: 1 });
  });

  it('doesn’t run again after a change', async () => {
    const stop = watchNotes();
    await sees([]);
    await notes.add({ id: 'n1' });
    stop();
    await pause(ROUND_MS);
    expect({ seen, reads }).toEqual({ seen: [[]], reads: 1 });
  });
});

describe('an error', () => {
  it('of a query ends it', async () => {
    let fails = false;
    const defect = new Error('The query has a defect.');
    watchNotes(() => {
      if (fails) throw defect;
    });
    await sees([]);
    fails = true;
    await notes.add({ id: 'n1' });
    await sees([], defect);
    fails = false;
    await notes.add({ id: 'n2' });
    await pause(ROUND_MS);
    expect(seen).toEqual([[], defect]);
  });

  it('of a closed database doesn’t end it: it runs again after the next change', async () => {
    let isClosed = false;
    watchNotes(() => {
      if (isClosed) throw new Dexie.DatabaseClosedError();
    });
    await sees([]);
    isClosed = true;
    await notes.add({ id: 'n1' });
    await vi.waitFor(() => expect(reads).toBe(2));
    isClosed = false;
    await notes.add({ id: 'n2' });
    await sees([], ['n1', 'n2']);
  });
});
