import { HERE } from '../../fakes/copied-chat';
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createCheckpointStore } from '@/src/background/storage/checkpoint-store';
import { createCheckpointManager } from '@/src/core/checkpoints/checkpoint-manager';
import { canonicalJson, hashJson } from '@/src/core/hash';
import type { Json } from '@/src/schema/values/json';
import { createDatabase } from '@/src/store/upgrades';
import { anyState } from '../../fuzz/json-arbitrary';
import { aRequest } from './a-checkpoint';

let databases = 0;

function setUp() {
  databases += 1;
  const db = createDatabase(`checkpoint-manager-${databases}`);
  const store = createCheckpointStore(db);
  let ids = 0;
  let nowMs = 1_000;
  const manager = createCheckpointManager({
    store,
    clock: { now: () => ++nowMs },
    ids: { newId: () => `id-${++ids}` },
  });
  const take = (state: Json, fields: { limit?: number; messageId?: string; chatId?: string } = {}) =>
    manager.take(aRequest({ chatId: 'chat', stateHash: hashJson(state), ...fields, state }));
  const rows = () => db.checkpoints.orderBy('[chatId+sequence]').toArray();
  return { db, store, manager, take, rows };
}

const counted = (n: number): Json => ({ notes: Array.from({ length: n }, (_, index) => index) });

const ofM = { id: 'm', chatId: 'chat', position: 0 };
const DONE = { executionId: 'e', args: null, success: true, message: 'Done.' };
const left = (n: number) => ({ state: counted(n), stateHash: hashJson(counted(n)), isExact: true });

describe('taking checkpoints', () => {
  it('numbers them, and stores all requested fields', async () => {
    const { take, rows } = setUp();
    await take(counted(0));
    const second = await take(counted(1), { messageId: 'm' });
    await take(counted(5), { chatId: 'another' });
    expect(second).toEqual({
      chatId: 'chat',
      page: HERE,
      reason: 'before-changes',
      runId: null,
      messageId: 'm',
      position: 0,
      calls: [],
      stateHash: hashJson(counted(1)),
      conversation: null,
      id: 'id-2',
      sequence: 1,
      createdAtMs: 1_002,
      content: { kind: 'patch', patch: [{ op: 'add', path: '/notes/0', value: 0 }] },
      after: null,
      known: null,
      unreported: [],
      deletedCount: 0,
    });
    const { deletedCount: _, ...stored } = second;
    expect((await rows()).find(({ id }) => id === 'id-2')).toEqual(stored);
    expect((await rows()).map(({ chatId, sequence }) => [chatId, sequence])).toEqual([
      ['another', 0],
      ['chat', 0],
      ['chat', 1],
    ]);
  });

  it('replaces the state of the newest one in place, so that later ones start from it', async () => {
    const { take, manager, rows } = setUp();
    const first = await take(counted(0));
    const second = await take(counted(1), { messageId: 'm' });
    const now = { state: counted(4), stateHash: hashJson(counted(4)), unreported: [] };
    await manager.renew(second, now);
    const third = await take(counted(5));
    const [, renewed] = await rows();
    expect(renewed).toMatchObject({ id: second.id, messageId: 'm', sequence: 1, stateHash: now.stateHash });
    for (const [checkpoint, state] of [
      [first, counted(0)],
      [{ ...second, stateHash: now.stateHash }, counted(4)],
      [third, counted(5)],
    ] as const) {
      expect(await manager.stateOf(checkpoint)).toEqual(state);
    }
    // A later one starts from it.
    await manager.renew(second, { ...now, stateHash: 'other' });
    expect(await manager.stateOf(third)).toEqual(counted(5));
  });

  it('stores the full state after a damaged checkpoint', async () => {
    const { db, take, manager } = setUp();
    const complain = vi.spyOn(console, 'error').mockReturnValue();
    const first = await take(counted(0), { messageId: 'm' });
    await db.checkpoints.update(first.id, { stateHash: '0' });
    const second = await take(counted(1));
    expect(second.content).toEqual({ kind: 'full', state: counted(1) });
    expect(await manager.stateOf(second)).toEqual(counted(1));
    expect(await manager.withOutcome(ofM, DONE, left(1))).toMatchObject({ id: first.id, after: null });
    expect(complain).toHaveBeenCalledWith("checkpoint id-1 can't be rebuilt", expect.anything());
  });

  it('computes a response’s checkpoint with the state after it, if the response has one', async () => {
    const { take, manager } = setUp();
    const checkpoint = await take(counted(1), { messageId: 'm' });
    expect(await manager.stateAfter(checkpoint)).toBeNull();
    const outcome = await manager.withOutcome(ofM, DONE, left(2));
    expect(outcome?.after?.content.kind).toBe('patch');
    expect(await manager.stateAfter({ ...checkpoint, ...outcome })).toEqual(counted(2));
    expect(await manager.withOutcome({ ...ofM, id: 'another' }, DONE, left(3))).toBeNull();
  });

  it('returns the state that the conversation knows, by default the checkpoint’s own', async () => {
    const { take, manager } = setUp();
    const plain = await take(counted(1));
    expect(await manager.stateKnown(plain)).toEqual(counted(1));
    const state = counted(2);
    const safety = await manager.take({
      ...plain,
      state,
      limit: 10,
      known: counted(3),
      stateHash: hashJson(state),
    });
    expect(await manager.stateOf(safety)).toEqual(counted(2));
    expect(await manager.stateKnown(safety)).toEqual(counted(3));
  });
});

describe('deleting old checkpoints', () => {
  it('deletes the oldest tenth beyond the limit, but never the chat’s start', async () => {
    const { take, rows, manager } = setUp();
    for (let n = 0; n < 20; n += 1) await take(counted(n), { limit: 20 });
    expect((await take(counted(20), { limit: 20 })).deletedCount).toBe(2);
    const left = await rows();
    expect(left.map(({ sequence }) => sequence)).toEqual([0, ...Array.from({ length: 18 }, (_, n) => n + 3)]);
    expect(left[1]?.content).toEqual({ kind: 'full', state: counted(3) });
    expect(left[2]?.content.kind).toBe('patch');
    for (const row of left) expect(await manager.stateOf(row)).toEqual(counted(row.sequence));
    expect((await take(counted(21), { limit: 20 })).deletedCount).toBe(0);
    expect((await take(counted(22), { limit: 20 })).deletedCount).toBe(2);
  });

  it('deletes more at once after the limit was lowered', async () => {
    const { take, rows } = setUp();
    for (let n = 0; n < 30; n += 1) await take(counted(n));
    expect((await take(counted(30), { limit: 12 })).deletedCount).toBe(19);
    expect(await rows()).toHaveLength(12);
  });

  it.each([
    [9, 1],
    [10, 1],
    [19, 1],
    [20, 2],
    [39, 3],
  ])('keeps as many as a limit of %i allows, then deletes %i', async (limit, deletedCount) => {
    const { take, rows } = setUp();
    for (let n = 0; n < limit; n += 1) await take(counted(n), { limit });
    expect(await rows()).toHaveLength(limit);
    expect((await take(counted(limit), { limit })).deletedCount).toBe(deletedCount);
  });

  it('deletes them together with adding the new one, or not at all', async () => {
    const { db, take, rows } = setUp();
    for (let n = 0; n < 5; n += 1) await take(counted(n), { limit: 5 });
    const before = await rows();
    db.checkpoints.hook('creating', () => {
      throw new Error('disk full');
    });
    await expect(take(counted(5), { limit: 5 })).rejects.toMatchObject({ code: 'storage' });
    expect(await rows()).toEqual(before);
  });

  it('succeeds if the first remaining one is damaged', async () => {
    const { db, take, manager, rows } = setUp();
    vi.spyOn(console, 'error').mockReturnValue();
    for (let n = 0; n < 5; n += 1) await take(counted(n), { limit: 5 });
    await db.checkpoints.update('id-3', { stateHash: '0' });
    expect((await take(counted(5), { limit: 5 })).deletedCount).toBe(1);
    const [, damaged] = await rows();
    if (damaged === undefined) throw new Error('nothing left');
    await expect(manager.stateOf(damaged)).rejects.toMatchObject({ code: 'storage' });
  });

  it('never changes the state of a remaining checkpoint, for any states and limits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ state: anyState, limit: fc.integer({ min: -1, max: 25 }) }), {
          minLength: 1,
          maxLength: 40,
        }),
        async (takes) => {
          const { db, take, rows, manager } = setUp();
          const recorded = new Map<string, { state: Json; sequence: number }>();
          for (const { state, limit } of takes) {
            const before = (await rows()).length;
            const taken = await take(state, { limit });
            recorded.set(taken.id, { state, sequence: taken.sequence });
            const left = await rows();
            expect(left.length).toBe(before + 1 - taken.deletedCount);
            expect(left.length).toBeLessThanOrEqual(Math.max(limit, 2));
            expect(left.at(-1)?.id).toBe(taken.id);
            expect(left[0]?.sequence).toBe(0);
          }
          for (const row of await rows()) {
            const known = recorded.get(row.id);
            expect(row.sequence).toBe(known?.sequence);
            expect(canonicalJson(await manager.stateOf(row))).toBe(canonicalJson(known?.state ?? null));
          }
          db.close();
        },
      ),
      // A null state is valid, and different from an unreadable one.
      {
        numRuns: 40,
        examples: [[[{}, {}, null, []].map((state, index) => ({ state, limit: index < 2 ? 0 : 3 }))]],
      },
    );
  }, 120_000);
});
