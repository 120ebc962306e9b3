import { beforeEach, describe, expect, it } from 'vitest';
import { createCheckpointStore } from '@/src/background/storage/checkpoint-store';
import type { CheckpointStore } from '@/src/core/checkpoints/checkpoint-manager';
import type { Checkpoint } from '@/src/schema/checkpoint';
import type { StewardDatabase } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { aCheckpoint } from '@/tests/core/checkpoints/a-checkpoint';

const FULL: Checkpoint['content'] = { kind: 'full', state: {} };
const PATCH: Checkpoint['content'] = { kind: 'patch', patch: [] };

let databases = 0;
let db: StewardDatabase;
let store: CheckpointStore;
let rowsRead: number;

beforeEach(() => {
  databases += 1;
  db = createDatabase(`checkpoint-store-${databases}`);
  store = createCheckpointStore(db);
  rowsRead = 0;
  // Counts the rows read from the table, by any query.
  db.checkpoints.hook('reading', (row) => {
    rowsRead += 1;
    return row;
  });
});

/** Sequences `from` to `to` of a chat, every tenth full. */
async function fill(chatId: string, from: number, to: number): Promise<void> {
  const rows = Array.from({ length: to - from + 1 }, (_, index) => {
    const sequence = from + index;
    const content = sequence % 10 === 0 ? FULL : PATCH;
    return aCheckpoint({
      id: `${chatId}${sequence}`,
      chatId,
      sequence,
      messageId: `m${chatId}${sequence}`,
      content,
    });
  });
  await db.checkpoints.bulkAdd(rows);
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
    rowsRead = 0;
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

describe('the checkpoints of a chat', () => {
  beforeEach(async () => {
    await fill('a', 0, 12);
    await fill('b', 3, 5);
  });

  it('are counted and listed in order without reading them', async () => {
    rowsRead = 0;
    expect(await store.count('a')).toBe(13);
    expect(await store.count('x')).toBe(0);
    expect(await store.oldestIds('a', 3)).toEqual(['a0', 'a1', 'a2']);
    expect(await store.oldestIds('b', 9)).toEqual(['b3', 'b4', 'b5']);
    expect(await store.laterIds('a', 9)).toEqual(['a10', 'a11', 'a12']);
    expect(await store.laterIds('b', 5)).toEqual([]);
    expect(rowsRead).toBe(0);
  });
});
