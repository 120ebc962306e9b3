import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  encodeState,
  FULL_EVERY,
  keepBeside,
  rebuildBeside,
  rebuildState,
} from '@/src/core/checkpoints/checkpoint-chain';
import { hashJson } from '@/src/core/hash';
import type { Checkpoint } from '@/src/schema/checkpoint';
import type { Json } from '@/src/schema/values/json';
import { aCheckpoint } from './a-checkpoint';

function chainOf(states: Json[]): Checkpoint[] {
  return states.map((state, sequence) =>
    aCheckpoint({
      id: String(sequence),
      sequence,
      stateHash: hashJson(state),
      content: encodeState(sequence, states[sequence - 1] ?? null, state),
    }),
  );
}

/** The chain from the nearest full checkpoint, as the store returns it. */
function chainTo(chain: Checkpoint[], sequence: number): Checkpoint[] {
  const from = chain.findLastIndex((entry, index) => index <= sequence && entry.content.kind === 'full');
  return chain.slice(from, sequence + 1);
}

const state = fc.jsonValue({ maxDepth: 3 }).map((value) => value as Json);

describe('the chain of checkpoints', () => {
  it('rebuilds every state exactly, whatever JSON the states are', () => {
    fc.assert(
      fc.property(fc.array(state, { minLength: 1, maxLength: 25 }), (states) => {
        const chain = chainOf(states);
        for (const [sequence, wanted] of states.entries()) {
          expect(hashJson(rebuildState(chainTo(chain, sequence)))).toBe(hashJson(wanted));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('stores the first and every tenth in full, and the others as patches', () => {
    const states: Json[] = Array.from({ length: 25 }, (_, n) => ({
      notes: Array.from({ length: n }, (_, i) => i),
    }));
    const kinds = chainOf(states).map((entry) => entry.content.kind);
    const full = kinds.flatMap((kind, index) => (kind === 'full' ? [index] : []));
    expect(full).toEqual([0, FULL_EVERY, 2 * FULL_EVERY]);
  });

  it('stores a patch as RFC 6902 operations', () => {
    const before = { rules: ['a'], search: '' };
    expect(encodeState(1, before, { rules: ['a', 'b'], search: 'x' })).toEqual({
      kind: 'patch',
      patch: expect.arrayContaining([
        { op: 'replace', path: '/search', value: 'x' },
        { op: 'add', path: '/rules/1', value: 'b' },
      ]),
    });
  });

  it('stores the full state if it can’t be patched, or the state before is missing', () => {
    const hostile = JSON.parse('{"__proto__":{"polluted":true}}') as Json;
    expect(encodeState(1, {}, hostile)).toEqual({ kind: 'full', state: hostile });
    expect(encodeState(1, null, [])).toEqual({ kind: 'full', state: [] });
    expect(encodeState(10, ['a'], ['a'])).toEqual({ kind: 'full', state: ['a'] });
    expect(encodeState(11, ['a'], ['a'])).toEqual({ kind: 'patch', patch: [] });
  });

  it('rebuilds repeatedly from one chain without changing it', () => {
    const chain = chainOf([{ n: [] }, { n: [{ a: 1 }] }, { n: [{ a: 1, b: 2 }] }, { n: [{ b: 3 }] }]);
    const before = structuredClone(chain);
    expect(rebuildState(chain)).toEqual({ n: [{ b: 3 }] });
    expect(rebuildState(chain)).toEqual({ n: [{ b: 3 }] });
    expect(chain).toEqual(before);
  });

  const broken = (details: string) => ({
    code: 'storage',
    message: 'The checkpoint can’t be read: its stored state is damaged.',
    details,
  });

  it.each([
    [
      'a missing link',
      (chain: Checkpoint[]) => chain.filter((_, index) => index !== 1),
      'One before it is missing.',
    ],
    ['a missing start', (chain: Checkpoint[]) => chain.slice(1), 'The full one before it is missing.'],
    [
      'content that does not fit its hash',
      (chain: Checkpoint[]) => chain.map((entry) => ({ ...entry, stateHash: '0' })),
      'Its content doesn’t fit its hash.',
    ],
    [
      'a patch that does not fit',
      (chain: Checkpoint[]) => [
        { ...chain[0], content: { kind: 'full', state: 1 } } as Checkpoint,
        ...chain.slice(1),
      ],
      'A patch doesn’t fit the state before.',
    ],
    ['nothing at all', () => [], 'It is missing.'],
  ])('refuses to rebuild from %s', (_, damage, why) => {
    const chain = chainOf([{ n: [1] }, { n: [1, 2] }, { n: [1, 2, 3] }]);
    expect(() => rebuildState(damage(chain))).toThrow(expect.objectContaining(broken(why)));
  });

  it('rebuilds a second state of a checkpoint without changing the first', () => {
    const own = { n: [1] };
    const left = { n: [1, 2] };
    const beside = keepBeside(own, { state: left, stateHash: hashJson(left) });
    expect(beside.content).toEqual({ kind: 'patch', patch: [{ op: 'add', path: '/n/1', value: 2 }] });
    expect(rebuildBeside(own, beside)).toEqual(left);
    expect(own).toEqual({ n: [1] });
    expect(() => rebuildBeside(own, { ...beside, stateHash: '0' })).toThrow(
      expect.objectContaining(broken('Its content doesn’t fit its hash.')),
    );
  });
});
