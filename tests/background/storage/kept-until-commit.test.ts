import { describe, expect, it } from 'vitest';
import { keptUntilCommit } from '@/src/background/storage/transact';
import { ownDatabase } from '../own-database';

/** Keeps a refusal of cache marks, and counts the readings. */
function openKept() {
  const db = ownDatabase();
  const kept = keptUntilCommit<string | null>(db, [db.cacheRefusals]);
  let readings = 0;
  const stored = async () => (await db.cacheRefusals.get(['k', 'm']))?.reason ?? null;
  return {
    db,
    kept,
    stored,
    readings: () => readings,
    read: (key = 'm') =>
      kept(key, async () => {
        readings += 1;
        return stored();
      }),
    refuse: (reason: string) => db.cacheRefusals.put({ connectionId: 'k', model: 'm', reason, atMs: 0 }),
  };
}

describe('a value that was read', () => {
  it.each<[string, (world: ReturnType<typeof openKept>) => Promise<unknown>, number]>([
    ['is read once while nothing is stored', async () => undefined, 1],
    ['is read again once its table is changed', ({ refuse }) => refuse('No.'), 2],
    ['is read again once a row is deleted', ({ db }) => db.cacheRefusals.delete(['k', 'm']), 2],
    ['is read again once its table is cleared', ({ db }) => db.cacheRefusals.clear(), 2],
    ['stays when another table is changed', ({ db }) => db.modelAliases.clear(), 1],
    ['is another one for another key', ({ read }) => read('other'), 2],
    [
      'stays when a transaction is aborted',
      async ({ db, refuse }) => {
        const undone = db.transaction('rw', db.cacheRefusals, async () => {
          await refuse('never stored');
          throw new Error('the rest of the transaction failed');
        });
        await expect(undone).rejects.toThrow('the rest');
        // Dexie rejects before the browser has ended the transaction.
        await expect.poll(() => db.commits.isWriting(['cacheRefusals'])).toBe(false);
      },
      1,
    ],
  ])('%s', async (_what, happens, readings) => {
    const world = openKept();
    await world.refuse('Not here.');
    expect(await world.read()).toBe('Not here.');
    await happens(world);
    expect(await world.read()).toBe(await world.stored());
    expect(world.readings()).toBe(readings);
  });

  it('is read again while a write is under way, which the reading waits for', async () => {
    const { read, refuse } = openKept();
    await read();
    const writing = refuse('Under way.');
    await Promise.resolve();
    expect(await read()).toBe('Under way.');
    await writing;
  });

  it('is not kept if it was changed while it was read', async () => {
    const { kept, read, refuse } = openKept();
    await kept('m', async () => {
      await refuse('No.');
      return 'older';
    });
    expect(await read()).toBe('No.');
  });

  it('is not kept if reading it failed', async () => {
    const { kept, read } = openKept();
    await expect(kept('m', async () => Promise.reject(new Error('disk')))).rejects.toThrow('disk');
    expect(await read()).toBeNull();
  });

  it('is read within a transaction, which may be older than the last change', async () => {
    const { db, read, refuse } = openKept();
    await read();
    const inside = await db.transaction('rw', db.cacheRefusals, async () => {
      await refuse('Inside.');
      return read();
    });
    expect(inside).toBe('Inside.');
  });
});
