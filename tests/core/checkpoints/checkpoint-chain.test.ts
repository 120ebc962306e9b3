import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Checkpoint } from '@/src/core/checkpoints/checkpoint';
import { encodeState, FULL_EVERY, rebuildState } from '@/src/core/checkpoints/checkpoint-chain';
import { hashJson } from '@/src/core/hash';
import type { Json } from '@/src/core/json';

function chainOf(states: Json[]): Checkpoint[] {
  return states.map((state, sequence) => ({
    id: String(sequence),
    chatId: 'c',
    sequence,
    reason: 'before-changes',
    createdAtMs: 0,
    runId: null,
    messageId: null,
    position: 0,
    calls: [],
    stateHash: hashJson(state),
    content: encodeState(sequence, states[sequence - 1] ?? null, state),
    conversation: null,
  }));
}

/** From the nearest full checkpoint, as the store hands it out. */
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

  it('keeps the first and every tenth whole, and patches between', () => {
    const states: Json[] = Array.from({ length: 25 }, (_, n) => ({
      notes: Array.from({ length: n }, (_, i) => i),
    }));
    const kinds = chainOf(states).map((entry) => entry.content.kind);
    const full = kinds.flatMap((kind, index) => (kind === 'full' ? [index] : []));
    expect(full).toEqual([0, FULL_EVERY, 2 * FULL_EVERY]);
  });

  it('keeps a patch as RFC 6902 operations', () => {
    const before = { rules: ['a'], search: '' };
    expect(encodeState(1, before, { rules: ['a', 'b'], search: 'x' })).toEqual({
      kind: 'patch',
      patch: expect.arrayContaining([
        { op: 'replace', path: '/search', value: 'x' },
        { op: 'add', path: '/rules/1', value: 'b' },
      ]),
    });
  });

  it('keeps the whole state where a patch can not be had', () => {
    const hostile = JSON.parse('{"__proto__":{"polluted":true}}') as Json;
    expect(encodeState(1, {}, hostile).kind).toBe('full');
    expect(encodeState(1, [], {}).kind).toBe('full');
  });

  it.each([
    ['a missing link', (chain: Checkpoint[]) => chain.filter((_, index) => index !== 1)],
    ['a missing start', (chain: Checkpoint[]) => chain.slice(1)],
    [
      'content that does not fit its hash',
      (chain: Checkpoint[]) => chain.map((entry) => ({ ...entry, stateHash: '0' })),
    ],
    ['nothing at all', () => []],
  ])('refuses to rebuild from %s', (_, damage) => {
    const chain = chainOf([{ n: [1] }, { n: [1, 2] }, { n: [1, 2, 3] }]);
    expect(() => rebuildState(damage(chain))).toThrow(expect.objectContaining({ code: 'storage' }));
  });
});
