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

type Three = [base: Json, mine: Json, theirs: Json];

function expectMerged([base, mine, theirs]: Three, wanted: Json): void {
  expect(merged(mergeStates(base, mine, theirs))).toEqual(wanted);
  expect(merged(mergeStates(base, theirs, mine))).toEqual(wanted);
}

function expectConflict([base, mine, theirs]: Three, path: string, there: readonly unknown[]): void {
  const [baseThere, mineThere, theirsThere] = there;
  const conflict = { path, base: baseThere };
  expect(mergeStates(base, mine, theirs).conflicts).toEqual([
    { ...conflict, mine: mineThere, theirs: theirsThere },
  ]);
  expect(mergeStates(base, theirs, mine).conflicts).toEqual([
    { ...conflict, mine: theirsThere, theirs: mineThere },
  ]);
}

describe('merging two descendants of a state', () => {
  it.each<[string, ...Three, wanted: Json]>([
    ['a key put in and another taken out', { a: 1 }, { a: 1, b: 2 }, {}, { b: 2 }],
    ['null and absent as different values', { a: 1 }, { a: null }, { a: 1, b: null }, { a: null, b: null }],
    ['objects that both sides put in', {}, { o: { x: 1 } }, { o: { y: 2 } }, { o: { x: 1, y: 2 } }],
    ['lists in objects', rules(['S']), rules([]), rules(['S', 'H']), rules(['H'])],
    ['nulls in lists', [null, 1], [null], [null, 1, null], [null, null]],
    [
      'an addition to a dropped object of lists',
      rules(['S']),
      { drafts: {} },
      rules(['S', 'H']),
      rules(['H']),
    ],
    [
      'a dropped object of lists that lost an item',
      rules(['S', 'T']),
      { drafts: {} },
      rules(['S']),
      { drafts: {} },
    ],
    ['an addition to a dropped list', { tags: ['S'] }, {}, { tags: ['S', 'H'] }, { tags: ['H'] }],
  ])('keeps %s', (_, base, mine, theirs, wanted) => {
    expectMerged([base, mine, theirs], wanted);
  });

  // Each letter is an item.
  it.each([
    ['items put in at different places', 'ab', 'xab', 'aby', 'xaby'],
    ['an item inserted after a removed one', 'aS', 'a', 'aSH', 'aH'],
    ['an item put in before one that is taken out', 'Sa', 'a', 'HSa', 'Ha'],
    ['an item put in among those that are taken out', 'ST', '', 'SHT', 'H'],
    ['stretches taken out that overlap', 'abcd', 'ad', 'ab', 'a'],
    ['a replaced item and one inserted after it', 'aS', 'aM', 'aSH', 'aMH'],
    ['an item moved by one side', 'abc', 'cab', 'abcd', 'cabd'],
    ['a replacement that both made, beside one by one side', 'abc', 'xbc', 'xbd', 'xbd'],
    ['what one side put in, and the other with more before it', 'a', 'axy', 'ay', 'axy'],
    ['what one side put in, and the other with more around it', '', 'xyz', 'y', 'xyz'],
  ])('keeps in a list %s', (_, base, mine, theirs, wanted) => {
    expectMerged([[...base], [...mine], [...theirs]], [...wanted]);
  });

  it.each<[string, ...Three, path: string, there: unknown[]]>([
    ['two values for one key', { a: 1 }, { a: 2 }, { a: 3 }, '/a', [1, 2, 3]],
    ['a key taken out and changed', { a: 1 }, {}, { a: 2 }, '/a', [1, undefined, 2]],
    ['a key set to null and taken out', { a: 1 }, { a: null }, {}, '/a', [1, null, undefined]],
    ['a key put in twice', {}, { a: 1 }, { a: null }, '/a', [undefined, 1, null]],
    ['a value of another kind', { a: [1] }, { a: {} }, { a: [2] }, '/a', [[1], {}, [2]]],
    [
      'a dropped list that became an object',
      { a: [1] },
      {},
      { a: { b: [] } },
      '/a',
      [[1], undefined, { b: [] }],
    ],
    [
      'a dropped object that holds more than lists',
      { a: { n: 1, l: [] } },
      {},
      { a: { n: 1, l: [2] } },
      '/a',
      [{ n: 1, l: [] }, undefined, { n: 1, l: [2] }],
    ],
    [
      'a dropped object that got more than lists',
      { a: { l: [] } },
      {},
      { a: { n: 1, l: [2] } },
      '/a',
      [{ l: [] }, undefined, { n: 1, l: [2] }],
    ],
    [
      'an item replaced twice',
      { 'l/~': ['a', 'b'] },
      { 'l/~': ['a', 'x'] },
      { 'l/~': ['a', 'y'] },
      '/l~1~0',
      [['b'], ['x'], ['y']],
    ],
    ['two scalars at the root', 1, 2, 3, '', [1, 2, 3]],
  ])('reports as a conflict %s', (_, base, mine, theirs, path, there) => {
    expectConflict([base, mine, theirs], path, there);
  });

  it.each([
    ['items put in at one place', 'az', 'axz', 'ayz', '', 'x', 'y'],
    ['the same items put in at one place in another order', 'a', 'axyz', 'ayx', '', 'xyz', 'yx'],
    ['an item put in, and with it one that was moved there', 'mabc', 'amxbc', 'maxbc', '', 'mx', 'x'],
    ['an item put in once and twice', 'a', 'axx', 'ax', '', 'xx', 'x'],
    ['an item replaced by one side, and by more on the other', 'ab', 'axy', 'ax', 'b', 'xy', 'x'],
    ['an item moved and taken out', 'abc', 'cab', 'ab', 'abc', 'cab', 'ab'],
    ['items of one order that moves would turn round', 'ehgcf', 'efhc', 'gef', 'ehgcf', 'efhc', 'gef'],
    ['an item put in twice at different places', 'a', 'xa', 'ax', 'a', 'xa', 'ax'],
    [
      'a stretch replaced as a whole, and around an item that stays',
      'abcde',
      'amcne',
      'axe',
      'bcd',
      'mcn',
      'x',
    ],
  ])('reports as a conflict in a list %s', (_, base, mine, theirs, ...there) => {
    expectConflict(
      [[...base], [...mine], [...theirs]],
      '',
      there.map((items) => [...items]),
    );
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
