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
