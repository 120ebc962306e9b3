import { beforeEach, describe, expect, it } from 'vitest';
import { createCheckpointStore } from '@/src/background/storage/checkpoint-store';
import type { CheckpointStore } from '@/src/core/checkpoints/checkpoint-manager';
import type { StewardDatabase } from '@/src/store/db';
import { ownDatabase } from '../own-database';
import { checkpoint } from './journal-rig';

let db: StewardDatabase;
let store: CheckpointStore;
let rowsRead: number;

beforeEach(() => {
  db = ownDatabase();
  store = createCheckpointStore(db);
  // Counts the rows read from the table, by any query.
  db.checkpoints.hook('reading', (row) => {
    rowsRead += 1;
    return row;
  });
});

/** Sequences `from` to `to` of a chat, every tenth full. */
async function fill(chatId: string, from: number, to: number): Promise<void> {
  const rows = Array.from({ length: to - from + 1 }, (_, index) => ({
    ...checkpoint(from + index),
    id: `${chatId}${from + index}`,
    chatId,
  }));
  await db.checkpoints.bulkAdd(rows);
  rowsRead = 0;
}

describe('the chain to a checkpoint', () => {
  it.each([
    [0, [0]],
    [9, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    [10, [10]],
    [1_234, [1_230, 1_231, 1_232, 1_233, 1_234]],
    [1_499, [1_490, 1_491, 1_492, 1_493, 1_494, 1_495, 1_496, 1_497, 1_498, 1_499]],
  ])('to number %i starts at the full one before it, and no other row is read', async (sequence, wanted) => {
    await fill('a', 0, 1_499);
    await fill('b', 0, 20);
    const chain = await store.chainTo('a', sequence);
    expect(chain.map((row) => row.sequence)).toEqual(wanted);
    expect(chain.every((row) => row.chatId === 'a')).toBe(true);
    expect(rowsRead).toBe(wanted.length);
  });

  it('lacks its full one if that is missing, and is empty if all are', async () => {
    await fill('a', 0, 15);
    await db.checkpoints.delete('a10');
    expect((await store.chainTo('a', 12)).map((row) => row.sequence)).toEqual([11, 12]);
    expect(await store.chainTo('a', 40)).toEqual([]);
  });
});

it('the checkpoints of a chat are counted and listed in order without reading them', async () => {
  await fill('a', 0, 12);
  await fill('b', 3, 5);
  expect([await store.count('a'), await store.count('x')]).toEqual([13, 0]);
  expect(await store.oldestIds('a', 3)).toEqual(['a0', 'a1', 'a2']);
  expect(await store.oldestIds('b', 9)).toEqual(['b3', 'b4', 'b5']);
  expect(await store.laterIds('a', 9)).toEqual(['a10', 'a11', 'a12']);
  expect(await store.laterIds('b', 5)).toEqual([]);
  expect(rowsRead).toBe(0);
});

describe('the newest checkpoint of a chat', () => {
  const NONE_GO = { ids: [], whole: null };
  const entryOf = (sequence: number) => {
    const { content: _, ...entry } = checkpoint(sequence);
    return entry;
  };

  /** A chat whose newest checkpoint, number 1 of the response `m1`, was read and is kept. */
  async function withKept(): Promise<void> {
    await store.add(checkpoint(0), NONE_GO);
    await store.last('c');
    await store.add({ ...checkpoint(1, 'm1'), position: 4 }, NONE_GO);
    rowsRead = 0;
  }

  it('is read once, and then known from what is stored', async () => {
    await withKept();
    expect(await store.last('c')).toEqual({ ...entryOf(1), messageId: 'm1', position: 4 });
    expect(rowsRead).toBe(0);
  });

  it('tells without a reading which response has it, and that a later one has none', async () => {
    await withKept();
    expect(await store.ofResponse({ id: 'm1', chatId: 'c', position: 4 })).toMatchObject({ id: 'cp-1' });
    expect(await store.ofResponse({ id: 'm2', chatId: 'c', position: 7 })).toBeNull();
    expect(rowsRead).toBe(0);
  });

  it.each<[string, () => Promise<unknown>, object | null]>([
    ['is changed', () => db.checkpoints.update('cp-1', { stateHash: 'other' }), { stateHash: 'other' }],
    ['is deleted', () => db.checkpoints.delete('cp-1'), { id: 'cp-0' }],
    ['is deleted with all others', () => db.checkpoints.clear(), null],
    ['is followed by another one', () => store.add(checkpoint(2), NONE_GO), { id: 'cp-2' }],
    [
      'is not followed, since an earlier one is changed',
      () => db.checkpoints.update('cp-0', { number: 2 }),
      { id: 'cp-1' },
    ],
    [
      'is not followed, since the other one can’t be stored',
      () => store.add({ ...checkpoint(1), id: 'x' }, NONE_GO).catch(() => null),
      { id: 'cp-1' },
    ],
  ])('is the stored one after it %s', async (_what, happens, expected) => {
    await withKept();
    await happens();
    const found = await store.last('c');
    if (expected === null) expect(found).toBeNull();
    else expect(found).toMatchObject(expected);
  });

  it('is read again while a transaction may be changing it', async () => {
    await withKept();
    const adding = db.checkpoints.add(checkpoint(2));
    await Promise.resolve();
    expect(await store.last('c')).toMatchObject({ id: 'cp-2' });
    await adding;
  });
});
