import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DeltaDescription, describeDelta } from '@/src/core/checkpoints/describe-delta';
import { canonicalJson } from '@/src/core/hash';
import type { Json } from '@/src/schema/values/json';
import { anyState } from '../../fuzz/json-arbitrary';

const NOTHING: DeltaDescription = { added: {}, removed: {}, modified: {} };

describe('describeDelta', () => {
  it.each<[string, Json, Json, Partial<DeltaDescription>]>([
    ['nothing', { a: [1] }, { a: [1] }, {}],
    [
      'items added and removed',
      { rules: { ignore: ['a', 'b'], whitelist: [] } },
      { rules: { ignore: ['b', 'c'], whitelist: ['d'] } },
      { added: { 'rules.ignore': ['c'], 'rules.whitelist': ['d'] }, removed: { 'rules.ignore': ['a'] } },
    ],
    [
      'a value that changed',
      { ui_state: { search_query: '' } },
      { ui_state: { search_query: 'gpt' } },
      { modified: { 'ui_state.search_query': { old: '', new: 'gpt' } } },
    ],
    ['a list that became something else', { a: [1] }, { a: {} }, { modified: { a: { old: [1], new: {} } } }],
    ['null and absent', { a: null }, { b: null }, { removed: { a: [null] }, added: { b: [null] } }],
    [
      'what is new, down to its lists',
      {},
      { p: { ignore: ['a'], whitelist: [], note: 'x', more: {} } },
      { added: { 'p.ignore': ['a'], 'p.whitelist': [], 'p.note': ['x'], 'p.more': [{}] } },
    ],
    [
      'another order',
      { a: [1, 2, 3] },
      { a: [3, 1, 2] },
      { modified: { a: { old: [1, 2, 3], new: [3, 1, 2] } } },
    ],
    [
      'another order, and other items',
      [1, 2, 3],
      [3, 1, 4],
      { added: { '': [4] }, removed: { '': [2] }, modified: { '': { old: [1, 2, 3], new: [3, 1, 4] } } },
    ],
    ['one of several like it', [1, 1, 2], [1, 2], { removed: { '': [1] } }],
    ['the state itself', 1, 'x', { modified: { '': { old: 1, new: 'x' } } }],
    [
      'keys that are no words',
      { 'a.b': 1, a: { b: 1 }, '': 1, "it's": 1, 'gpt-4_o': 1 },
      { 'a.b': 2, a: { b: 2 }, '': 2, "it's": 2, 'gpt-4_o': 2 },
      {
        modified: {
          '["a.b"]': { old: 1, new: 2 },
          'a.b': { old: 1, new: 2 },
          '[""]': { old: 1, new: 2 },
          '["it\'s"]': { old: 1, new: 2 },
          'gpt-4_o': { old: 1, new: 2 },
        },
      },
    ],
  ])('describes %s', (_, from, to, wanted) => {
    expect(describeDelta(from, to)).toEqual({ ...NOTHING, ...wanted });
  });

  it('treats keys such as __proto__ like any other', () => {
    const state = JSON.parse('{"__proto__":["x"]}') as Json;
    expect(JSON.stringify(describeDelta({}, state))).toBe(
      '{"added":{"__proto__":["x"]},"removed":{},"modified":{}}',
    );
    expect(Object.keys(describeDelta(state, {}).removed)).toEqual(['__proto__']);
  });

  it('is empty if and only if the states are equal', () => {
    fc.assert(
      fc.property(anyState, anyState, (from, to) => {
        const isEmpty =
          canonicalJson(describeDelta(from, to) as unknown as Json) ===
          canonicalJson(NOTHING as unknown as Json);
        expect(isEmpty).toBe(canonicalJson(from) === canonicalJson(to));
        expect(describeDelta(from, from)).toEqual(NOTHING);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is symmetric, with added and removed, old and new exchanged', () => {
    fc.assert(
      fc.property(anyState, anyState, (from, to) => {
        const there = describeDelta(from, to);
        const back = describeDelta(to, from);
        const text = (value: unknown) => canonicalJson(value as Json);
        expect(text(back.added)).toBe(text(there.removed));
        expect(text(back.removed)).toBe(text(there.added));
        const exchanged = Object.entries(there.modified).map(([path, change]) => [
          path,
          { old: change.new, new: change.old },
        ]);
        expect(text(back.modified)).toBe(text(Object.fromEntries(exchanged)));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is complete: each list without its removed items and with its added ones is the new list', () => {
    const items = fc.array(fc.constantFrom<Json>('a', 'b', 'c', 1, null), { maxLength: 6 });
    fc.assert(
      fc.property(items, items, (from, to) => {
        const { added, removed, modified } = describeDelta({ l: from }, { l: to });
        const texts = (list: readonly Json[]) => list.map(canonicalJson).sort();
        expect(texts([...from, ...(added.l ?? [])])).toEqual(texts([...to, ...(removed.l ?? [])]));
        if (modified.l !== undefined) expect(modified.l).toEqual({ old: from, new: to });
      }),
      { numRuns: 1_000 },
    );
  });
});
