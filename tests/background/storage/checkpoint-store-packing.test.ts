import { deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createCheckpointStore } from '@/src/background/storage/checkpoint-store';
import { rebuildState } from '@/src/core/checkpoints/checkpoint-chain';
import { type CheckpointStore, createCheckpointManager } from '@/src/core/checkpoints/checkpoint-manager';
import { hashJson } from '@/src/core/hash';
import type { KeptState } from '@/src/schema/checkpoint';
import type { Json } from '@/src/schema/values/json';
import type { StewardDatabase, StoredCheckpoint } from '@/src/store/db';
import { PACKED_FROM_CHARACTERS } from '@/src/store/packed-state';
import { aCheckpoint } from '@/tests/core/checkpoints/a-checkpoint';
import { anyJson } from '@/tests/fuzz/json-arbitrary';
import { ownDatabase } from '../own-database';

const NONE_GO = { ids: [], whole: null };
const PATCH: KeptState = { kind: 'patch', patch: [] };
const LARGE: Json = { rules: Array.from({ length: 200 }, (_, index) => `model-${index}-preview*`) };

let db: StewardDatabase;
let store: CheckpointStore;

beforeEach(() => {
  db = ownDatabase();
  store = createCheckpointStore(db);
});

const whole = (state: Json): KeptState => ({ kind: 'full', state });

function takenOf(state: Json, sequence = 0) {
  return aCheckpoint({
    id: `k${sequence}`,
    messageId: `m${sequence}`,
    sequence,
    stateHash: hashJson(state),
    content: whole(state),
  });
}

/** The content of a row as stored. */
async function rowContent(id: string): Promise<StoredCheckpoint['content'] | undefined> {
  return (await db.checkpoints.get(id))?.content;
}

async function deflatedOf(id: string): Promise<Uint8Array> {
  const content = await rowContent(id);
  if (content?.kind !== 'packed') throw new Error(`${id} is not packed`);
  return content.deflated;
}

/** Replaces the bytes of a packed state. */
async function damage(id: string, bytes: Iterable<number>): Promise<void> {
  await db.checkpoints.update(id, { content: { kind: 'packed', deflated: Uint8Array.from(bytes) } });
}

/** An array in an array in an array … */
function nested(depth: number): Json {
  return Array.from({ length: depth }).reduce<Json>((inner) => [inner], []);
}

describe('a whole state', () => {
  it.each([
    [PACKED_FROM_CHARACTERS - 1, 'full'],
    [PACKED_FROM_CHARACTERS, 'packed'],
  ])('whose JSON has %i characters is stored %s', async (characters, kind) => {
    const state = 'x'.repeat(characters - '""'.length);
    await store.add(takenOf(state), NONE_GO);
    expect((await rowContent('k0'))?.kind).toBe(kind);
    expect((await store.byId('k0'))?.content).toEqual(whole(state));
  });

  it('is stored as deflated JSON, in a third of the space', async () => {
    await store.add(takenOf(LARGE), NONE_GO);
    const deflated = await deflatedOf('k0');
    const text = JSON.stringify(LARGE);
    expect(inflateRawSync(deflated).toString()).toBe(text);
    expect(deflated.byteLength).toBeLessThan(text.length / 3);
    expect(deflated.buffer.byteLength).toBe(deflated.byteLength);
  });

  it('is unpacked by every query for its row, with all other fields', async () => {
    const checkpoint = takenOf(LARGE);
    await store.add(checkpoint, NONE_GO);
    expect(await store.byId('k0')).toEqual(checkpoint);
    expect(await store.chainTo('c', 0)).toEqual([checkpoint]);
  });

  it('is packed too if a gap made it whole', async () => {
    await store.add(takenOf(LARGE, 0), NONE_GO);
    await store.add({ ...takenOf([1], 1), content: PATCH }, NONE_GO);
    await store.add({ ...takenOf([2], 2), content: PATCH }, NONE_GO);
    await store.add(takenOf([3], 3), { ids: ['k1'], whole: { id: 'k2', state: LARGE } });
    expect(inflateRawSync(await deflatedOf('k2')).toString()).toBe(JSON.stringify(LARGE));
    expect((await store.byId('k2'))?.content).toEqual(whole(LARGE));
    expect(await store.oldestIds('c', 9)).toEqual(['k0', 'k2', 'k3']);
  });
});

it('patches, and states beside a checkpoint, are stored unchanged', async () => {
  const patch: KeptState = { kind: 'patch', patch: [{ op: 'replace', path: '', value: LARGE }] };
  const beside = { stateHash: 'h', content: whole(LARGE) };
  const checkpoint = aCheckpoint({ id: 'k0', content: patch, known: beside, after: beside });
  await store.add(checkpoint, NONE_GO);
  expect(await db.checkpoints.get('k0')).toEqual(checkpoint);
  expect(await store.byId('k0')).toEqual(checkpoint);
});

describe('packing is lossless for', () => {
  const padding = 'x'.repeat(PACKED_FROM_CHARACTERS);

  async function comesBack(id: string, sequence: number, state: Json): Promise<void> {
    await store.add({ ...takenOf(state, sequence), id }, NONE_GO);
    expect((await rowContent(id))?.kind).toBe('packed');
    const chain = await store.chainTo('c', sequence);
    expect(JSON.stringify(rebuildState(chain))).toBe(JSON.stringify(state));
  }

  it.each<[string, Json]>([
    ['lone surrogates', ['\ud800', '\udc00', '\udc00\ud800', 'a\ud83d', '\ud83d\ude00', padding]],
    ['a lone surrogate as a key', { '\udfff': 1, padding }],
    [
      'text of other scripts',
      ['Ω', 'ท', '𝒳', '👩‍👩‍👧', 'é', 'e\u0301', '\ufeff', '\ufffd', '\u2028', padding],
    ],
    ['a byte order mark at the start', `\ufeff${padding}`],
    ['control characters', Array.from({ length: 200 }, (_, code) => String.fromCharCode(code).repeat(9))],
    ['hostile keys', JSON.parse(`{"__proto__":{"a":1},"constructor":[],"padding":"${padding}"}`) as Json],
    ['unusual numbers', [5e-324, 1.7976931348623157e308, -0.1, 1e21, 2 ** 53, padding]],
    ['a thousand nested arrays', nested(1_000)],
    ['a megabyte', Array.from({ length: 20_000 }, (_, n) => `${(n * 7_919) % 20_000} and ${'é'.repeat(25)}`)],
  ])('%s', async (_what, state) => {
    await comesBack('k', 0, state);
  });

  it('any JSON', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(anyJson, async (value) => {
        await comesBack(`k${taken}`, taken * 10, { padding, value });
        taken += 1;
      }),
      { numRuns: 300 },
    );
    expect(taken).toBeGreaterThan(0);
  });
});

describe('a damaged packed state', () => {
  const deflated = [...deflateRawSync(JSON.stringify(LARGE))];

  beforeEach(async () => {
    await store.add(takenOf(LARGE), NONE_GO);
  });

  it.each<[string, number[]]>([
    ['truncated', deflated.slice(0, -9)],
    ['empty', []],
    ['with other bytes', [7, 7, 7]],
    ['that is not UTF-8', [...deflateRawSync(Uint8Array.of(0x22, 0xff, 0x22))]],
    ['cut within a character', [...deflateRawSync(Uint8Array.of(0x31, 0xc3))]],
    ['that is not JSON', [...deflateRawSync('{"rules":')]],
  ])('(%s) is rejected with a remedy', async (_what, bytes) => {
    await damage('k0', bytes);
    await expect(store.chainTo('c', 0)).rejects.toMatchObject({
      name: 'StewardError',
      code: 'storage',
      message: 'The checkpoint can’t be read: its stored state is damaged.',
      details: expect.stringMatching(/^\w*Error: ./),
    });
  });

  it('that is readable is rejected for its hash', async () => {
    await damage('k0', deflateRawSync('{"rules":[]}'));
    const chain = await store.chainTo('c', 0);
    expect(() => rebuildState(chain)).toThrow(
      expect.objectContaining({ details: 'Its content doesn’t fit its hash.' }),
    );
  });

  it('leaves its row readable, without data for a rebuild', async () => {
    await damage('k0', []);
    const row = await store.byId('k0');
    expect(row).toMatchObject({ id: 'k0', sequence: 0 });
    expect(() => rebuildState(row === null ? [] : [row])).toThrow(
      expect.objectContaining({ details: 'The full one before it is missing.' }),
    );
  });

  it('doesn’t matter to a chain from a later whole state', async () => {
    await store.add({ ...takenOf([1], 1), content: PATCH }, NONE_GO);
    await store.add(takenOf(LARGE, 2), NONE_GO);
    await damage('k0', []);
    expect((await store.chainTo('c', 2)).map(({ id }) => id)).toEqual(['k2']);
    await expect(store.chainTo('c', 1)).rejects.toMatchObject({ code: 'storage' });
  });

  it('prevents neither new checkpoints nor the deletion of old ones', async () => {
    const complain = vi.spyOn(console, 'error').mockReturnValue();
    let ids = 0;
    const newId = () => `id-${++ids}`;
    const manager = createCheckpointManager({ store, clock: { now: () => 0 }, ids: { newId } });
    const take = (limit: number) => {
      const { content: _, ...request } = takenOf(LARGE);
      return manager.take({ ...request, state: LARGE, known: null, limit });
    };
    await damage('k0', []);
    const second = await take(9);
    expect(second.content).toEqual(whole(LARGE));
    expect(complain).toHaveBeenCalledWith("checkpoint k0 can't be rebuilt", expect.anything());
    await take(9);
    // Of four there would be, the second is deleted; the third, damaged too, is the first one after the gap.
    await damage('id-2', []);
    const fourth = await take(3);
    expect(fourth.deletedCount).toBe(1);
    expect(await store.oldestIds('c', 9)).toEqual(['k0', 'id-2', fourth.id]);
    expect(await manager.stateOf(fourth)).toEqual(LARGE);
  });
});
