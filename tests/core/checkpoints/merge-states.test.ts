import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Merge, mergeStates } from '@/src/core/checkpoints/merge-states';
import { canonicalJson } from '@/src/core/hash';
import type { Json } from '@/src/schema/values/json';

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => value as Json);

/** States of few different values, so that both sides often change the same place. */
const { state } = fc.letrec<{ state: Json; leaf: Json }>((tie) => ({
  leaf: fc.constantFrom<Json>(null, 0, 1, 'a', 'b'),
  state: fc.oneof(
    { maxDepth: 3 },
    tie('leaf'),
    fc.array(tie('state'), { maxLength: 5 }),
    fc.dictionary(fc.constantFrom('x', 'y', '__proto__', 'constructor', 'a/b~'), tie('state'), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
}));

const anyState = fc.oneof(json, state);

function merged(merge: Merge): Json {
  return merge.resolve(({ path }) => {
    throw new Error(`a conflict at ${path}`);
  });
}

const rules = (ignore: string[], whitelist: string[] = []): Json => ({
  drafts: { p: { ignore, whitelist } },
});

describe('merging two descendants of a state', () => {
  it.each<[string, Json, Json, Json, Json]>([
    ['changes of different keys', { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 2 }, { a: 2, b: 2 }],
    ['the same change on both sides', { a: 1 }, { a: 2 }, { a: 2 }, { a: 2 }],
    ['a key put in and another taken out', { a: 1 }, { a: 1, b: 2 }, {}, { b: 2 }],
    ['null and absent as different values', { a: 1 }, { a: null }, { a: 1, b: null }, { a: null, b: null }],
    ['objects that both sides put in', {}, { o: { x: 1 } }, { o: { y: 2 } }, { o: { x: 1, y: 2 } }],
    ['items put in at different places', ['a', 'b'], ['x', 'a', 'b'], ['a', 'b', 'y'], ['x', 'a', 'b', 'y']],
    ['an item inserted after a removed one', ['a', 'S'], ['a'], ['a', 'S', 'H'], ['a', 'H']],
    ['an item put in before one that is taken out', ['S', 'a'], ['a'], ['H', 'S', 'a'], ['H', 'a']],
    ['an item put in among those that are taken out', ['S', 'T'], [], ['S', 'H', 'T'], ['H']],
    ['stretches taken out that overlap', ['a', 'b', 'c', 'd'], ['a', 'd'], ['a', 'b'], ['a']],
    ['a replaced item and one inserted after it', ['a', 'S'], ['a', 'M'], ['a', 'S', 'H'], ['a', 'M', 'H']],
    [
      'an item moved by one side',
      ['a', 'b', 'c'],
      ['c', 'a', 'b'],
      ['a', 'b', 'c', 'd'],
      ['c', 'a', 'b', 'd'],
    ],
    ['the same items put in by both', ['a'], ['a', 'x'], ['a', 'x'], ['a', 'x']],
    [
      'what one side put in, and the other with more before it',
      ['a'],
      ['a', 'x', 'y'],
      ['a', 'y'],
      ['a', 'x', 'y'],
    ],
    ['what one side put in, and the other with more around it', [], ['x', 'y', 'z'], ['y'], ['x', 'y', 'z']],
    ['items replaced by both in the same way', ['a'], ['x', 'y'], ['x', 'y'], ['x', 'y']],
    ['lists in objects', rules(['S']), rules([]), rules(['S', 'H']), rules(['H'])],
    ['nulls in lists', [null, 1], [null], [null, 1, null], [null, null]],
  ])('keeps %s', (_, base, mine, theirs, wanted) => {
    expect(merged(mergeStates(base, mine, theirs))).toEqual(wanted);
    expect(merged(mergeStates(base, theirs, mine))).toEqual(wanted);
  });

  it.each<[string, Json, Json, Json, Json]>([
    ['one side drops, the other adds to', rules(['S']), { drafts: {} }, rules(['S', 'H']), rules(['H'])],
    ['one side drops, the other takes from', rules(['S', 'T']), { drafts: {} }, rules(['S']), { drafts: {} }],
    ['one side drops a list', { tags: ['S'] }, {}, { tags: ['S', 'H'] }, { tags: ['H'] }],
    [
      'one side drops, deep down',
      { a: { b: { c: ['S'] } } },
      {},
      { a: { b: { c: ['S', 'H'] } } },
      { a: { b: { c: ['H'] } } },
    ],
  ])('treats an object that contains only lists as emptied if %s it', (_, base, mine, theirs, wanted) => {
    expect(merged(mergeStates(base, mine, theirs))).toEqual(wanted);
    expect(merged(mergeStates(base, theirs, mine))).toEqual(wanted);
  });

  it.each<[string, Json, Json, Json, path: string, base: unknown, mine: unknown, theirs: unknown]>([
    ['two values for one key', { a: 1 }, { a: 2 }, { a: 3 }, '/a', 1, 2, 3],
    ['a key taken out and changed', { a: 1 }, {}, { a: 2 }, '/a', 1, undefined, 2],
    ['a key set to null and taken out', { a: 1 }, { a: null }, {}, '/a', 1, null, undefined],
    ['a key put in twice', {}, { a: 1 }, { a: null }, '/a', undefined, 1, null],
    ['a value of another kind', { a: [1] }, { a: {} }, { a: [2] }, '/a', [1], {}, [2]],
    [
      'a dropped list that became an object',
      { a: [1] },
      {},
      { a: { b: [] } },
      '/a',
      [1],
      undefined,
      { b: [] },
    ],
    [
      'a dropped object that holds more than lists',
      { a: { n: 1, l: [] } },
      {},
      { a: { n: 1, l: [2] } },
      '/a',
      { n: 1, l: [] },
      undefined,
      { n: 1, l: [2] },
    ],
    [
      'a dropped object that got more than lists',
      { a: { l: [] } },
      {},
      { a: { n: 1, l: [2] } },
      '/a',
      { l: [] },
      undefined,
      { n: 1, l: [2] },
    ],
    ['items put in at one place', ['a', 'z'], ['a', 'x', 'z'], ['a', 'y', 'z'], '', [], ['x'], ['y']],
    [
      'the same items put in at one place in another order',
      ['a'],
      ['a', 'x', 'y', 'z'],
      ['a', 'y', 'x'],
      '',
      [],
      ['x', 'y', 'z'],
      ['y', 'x'],
    ],
    [
      'an item put in, and with it one that was moved there',
      ['m', 'a', 'b', 'c'],
      ['a', 'm', 'x', 'b', 'c'],
      ['m', 'a', 'x', 'b', 'c'],
      '',
      [],
      ['m', 'x'],
      ['x'],
    ],
    ['an item put in once and twice', ['a'], ['a', 'x', 'x'], ['a', 'x'], '', [], ['x', 'x'], ['x']],
    [
      'an item replaced by one side, and by more on the other',
      ['a', 'b'],
      ['a', 'x', 'y'],
      ['a', 'x'],
      '',
      ['b'],
      ['x', 'y'],
      ['x'],
    ],
    [
      'an item replaced twice',
      { 'l/~': ['a', 'b'] },
      { 'l/~': ['a', 'x'] },
      { 'l/~': ['a', 'y'] },
      '/l~1~0',
      ['b'],
      ['x'],
      ['y'],
    ],
    [
      'an item moved and taken out',
      ['a', 'b', 'c'],
      ['c', 'a', 'b'],
      ['a', 'b'],
      '',
      ['a', 'b', 'c'],
      ['c', 'a', 'b'],
      ['a', 'b'],
    ],
    [
      'items that both have in one order, and that moves would turn round',
      ['e', 'h', 'g', 'c', 'f'],
      ['e', 'f', 'h', 'c'],
      ['g', 'e', 'f'],
      '',
      ['e', 'h', 'g', 'c', 'f'],
      ['e', 'f', 'h', 'c'],
      ['g', 'e', 'f'],
    ],
    [
      'an item put in twice at different places',
      ['a'],
      ['x', 'a'],
      ['a', 'x'],
      '',
      ['a'],
      ['x', 'a'],
      ['a', 'x'],
    ],
    [
      'a stretch replaced as a whole, and at two places with an item between them that stays',
      ['a', 'b', 'c', 'd', 'e'],
      ['a', 'm', 'c', 'n', 'e'],
      ['a', 'x', 'e'],
      '',
      ['b', 'c', 'd'],
      ['m', 'c', 'n'],
      ['x'],
    ],
    ['two scalars at the root', 1, 2, 3, '', 1, 2, 3],
  ])('reports as a conflict %s', (_, base, mine, theirs, path, baseThere, mineThere, theirsThere) => {
    const conflict = { path, base: baseThere };
    expect(mergeStates(base, mine, theirs).conflicts).toEqual([
      { ...conflict, mine: mineThere, theirs: theirsThere },
    ]);
    expect(mergeStates(base, theirs, mine).conflicts).toEqual([
      { ...conflict, mine: theirsThere, theirs: mineThere },
    ]);
  });

  it('resolves each conflict by the chosen side, and keeps all other changes of both', () => {
    const merge = mergeStates(
      { a: 1, b: 1, l: ['p', 'q'], m: 0 },
      { a: 2, l: ['p', 'x', 'q', 'r'], m: 9 },
      { a: 3, b: 3, l: ['p', 'y', 'q'], m: 0, n: 1 },
    );
    expect(merge.conflicts.map(({ path }) => path)).toEqual(['/a', '/b', '/l']);
    expect(merge.resolve(() => 'mine')).toEqual({ a: 2, l: ['p', 'x', 'q', 'r'], m: 9, n: 1 });
    expect(merge.resolve(() => 'theirs')).toEqual({ a: 3, b: 3, l: ['p', 'y', 'q', 'r'], m: 9, n: 1 });
    expect(merge.resolve((_, index) => (index === 2 ? 'mine' : 'theirs'))).toEqual({
      a: 3,
      b: 3,
      l: ['p', 'x', 'q', 'r'],
      m: 9,
      n: 1,
    });
  });

  it('treats keys such as __proto__ like any other', () => {
    const base = JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":{}}}') as Json;
    const mine = JSON.parse('{"__proto__":{"a":1,"polluted":true},"constructor":{"prototype":{}}}') as Json;
    const theirs = JSON.parse('{"__proto__":{"a":2},"constructor":{"prototype":{"x":1}}}') as Json;
    expect(canonicalJson(merged(mergeStates(base, mine, theirs)))).toBe(
      '{"__proto__":{"a":2,"polluted":true},"constructor":{"prototype":{"x":1}}}',
    );
    expect(Object.prototype).not.toHaveProperty('polluted');
  });
});

describe('the laws of merging', () => {
  const same = (a: Json, b: Json) => expect(canonicalJson(a)).toBe(canonicalJson(b));

  it('takes the changes of the only changed side, and a change that both made', () => {
    fc.assert(
      fc.property(anyState, anyState, (base, changed) => {
        same(merged(mergeStates(base, changed, base)), changed);
        same(merged(mergeStates(base, base, changed)), changed);
        same(merged(mergeStates(base, changed, changed)), changed);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is the same from both sides', () => {
    fc.assert(
      fc.property(state, state, state, (base, mine, theirs) => {
        const there = mergeStates(base, mine, theirs);
        const back = mergeStates(base, theirs, mine);
        const texts = (merge: Merge, flip: boolean) =>
          merge.conflicts
            .map((found) =>
              JSON.stringify([
                found.path,
                found.base,
                ...(flip ? [found.theirs, found.mine] : [found.mine, found.theirs]),
              ]),
            )
            .sort();
        expect(texts(back, true)).toEqual(texts(there, false));
        same(
          back.resolve(() => 'mine'),
          there.resolve(() => 'theirs'),
        );
      }),
      { numRuns: 3_000 },
    );
  });

  it('changes none of the three states', () => {
    fc.assert(
      fc.property(state, state, state, (base, mine, theirs) => {
        const before = canonicalJson([base, mine, theirs]);
        const merge = mergeStates(base, mine, theirs);
        merge.resolve(() => 'mine');
        expect(canonicalJson([base, mine, theirs])).toBe(before);
      }),
    );
  });

  it('keeps both edits of different keys', () => {
    fc.assert(
      fc.property(state, state, state, state, (a, b, x, y) => {
        same(merged(mergeStates({ a, b }, { a: x, b }, { a, b: y })), { a: x, b: y });
      }),
    );
  });

  it('keeps the order of common items, and every insertion or removal by one side', () => {
    const list = fc.uniqueArray(fc.constantFrom<string[]>('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(list, list, list, (base, mine, theirs) => {
        const merge = mergeStates(base, mine, theirs);
        if (merge.conflicts.length > 0) return;
        const out = merged(merge) as string[];
        const everyone = new Set([...base, ...mine, ...theirs]);
        for (const rule of everyone) {
          const [b, m, t] = [base, mine, theirs].map((rules) => rules.includes(rule));
          expect(out.filter((candidate) => candidate === rule)).toHaveLength((m === b ? t : m) ? 1 : 0);
        }
        const inBoth = (rules: string[]) =>
          rules.filter((rule) => mine.includes(rule) && theirs.includes(rule));
        if (canonicalJson(inBoth(mine)) === canonicalJson(inBoth(theirs))) {
          expect(inBoth(out)).toEqual(inBoth(mine));
        }
      }),
      { numRuns: 3_000 },
    );
  });
});
