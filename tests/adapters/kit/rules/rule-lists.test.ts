import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listChanges } from '@/src/adapters/kit/rules/list-changes';
import { effectOf, type RuleLists, ruleDifferences } from '@/src/adapters/kit/rules/rule-lists';

it('the changes of a list name exactly the rules by which two lists differ', () => {
  const list = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));
  fc.assert(
    fc.property(list, list, (before, after) => {
      const result = listChanges(before, after);
      const patterns = (wanted: string) =>
        result.flatMap(({ kind, pattern }) => (kind === wanted ? [pattern] : []));
      expect(patterns('removed')).toEqual(before.filter((pattern) => !after.includes(pattern)));
      expect(patterns('added')).toEqual(after.filter((pattern) => !before.includes(pattern)));
      expect(result.length === 0).toBe(JSON.stringify(before) === JSON.stringify(after));
    }),
  );
});

describe('the differences of a page’s lists', () => {
  type State = { [list: string]: string[] };
  const listsWith = (isOrdered: boolean): RuleLists<State, string> => ({
    isOrdered,
    listsIn: (...states) => [...new Set(states.flatMap((state) => Object.keys(state)))].sort(),
    rulesIn: (state, list) => state[list] ?? [], // A list without rules may be missing.
  });
  const texts = (isOrdered: boolean, from: State, to: State) =>
    ruleDifferences(listsWith(isOrdered), from, to, (list, rule) => `${list}: ${rule}`).map(
      ({ kind, text }) => `${kind} ${text}`,
    );

  it.each<[string, boolean, State, State, string[]]>([
    ['rules that go and come', true, { x: ['a'] }, { x: ['b'] }, ['removed x: "a"', 'added x: "b"']],
    ['a list that ends', true, { x: ['a'], y: ['b'] }, { x: ['a'] }, ['removed y: "b"']],
    ['another order', true, { x: ['a', 'b'] }, { x: ['b', 'a'] }, ['modified x: null']],
    ['another order without meaning', false, { x: ['a', 'b'] }, { x: ['b', 'a'] }, ['modified x: null']],
    [
      'a rule between the others',
      true,
      { x: ['a', 'b'] },
      { x: ['a', 'c', 'b'] },
      ['added x: "c"', 'modified x: null'],
    ],
    [
      'a rule between others whose order has no meaning',
      false,
      { x: ['a', 'b'] },
      { x: ['a', 'c', 'b'] },
      ['added x: "c"'],
    ],
  ])('say %s', (_, isOrdered, from, to, expected) => {
    expect(texts(isOrdered, from, to)).toEqual(expected);
  });
});

describe('the effect of a change of rules', () => {
  const models = (...names: string[]) =>
    names.map((name) => ({ id: name.replace('-', ''), isHidden: name.startsWith('-') }));
  const effect = (before: string[], after: string[]) => {
    const { lost, regained, ...rest } = effectOf(
      models(...before),
      models(...after),
      ({ isHidden }) => isHidden,
      ({ id }) => (id.includes('/') ? (id.split('/')[0] ?? null) : null),
    );
    return { ...rest, lost: lost.map(({ id }) => id), regained: regained.map(({ id }) => id) };
  };

  it('names the models that flip, and counts the others', () => {
    expect(effect(['a/1', '-a/2', 'a/3'], ['-a/1', 'a/2', 'a/3'])).toEqual({
      lost: ['a/1'],
      regained: ['a/2'],
      unchanged: 1,
      emptied: [],
    });
  });

  it.each([
    ['a group that loses its last model', ['a/1', '-a/2', 'b/1'], ['-a/1', '-a/2', 'b/1'], ['a']],
    ['no group that was empty before', ['-a/1', 'b/1'], ['-a/1', '-b/1'], ['b']],
    ['no model that is in no group', ['1'], ['-1'], []],
  ])('empties %s', (_, before, after, emptied) => {
    expect(effect(before, after).emptied).toEqual(emptied);
  });
});
