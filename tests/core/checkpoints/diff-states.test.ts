import { describe, expect, it } from 'vitest';
import { diffLists } from '@/src/core/checkpoints/diff-lists';
import { applyDelta, diffStates } from '@/src/core/checkpoints/diff-states';
import type { Json } from '@/src/schema/values/json';

const rule = (letter: string) => `${letter}-a-rule-of-some-length-*`;
const rules = (letters: string) => [...letters].map(rule);

describe('the patch between two states', () => {
  it.each<[string, Json, Json, unknown[]]>([
    ['nothing to do', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
    ['a value', { a: 1 }, { a: 2 }, [{ op: 'replace', path: '/a', value: 2 }]],
    [
      'a key gone and another come',
      { a: 1 },
      { b: null },
      [
        { op: 'remove', path: '/a' },
        { op: 'add', path: '/b', value: null },
      ],
    ],
    ['keys to be escaped', { 'a/~': 1 }, { 'a/~': 2 }, [{ op: 'replace', path: '/a~1~0', value: 2 }]],
    ['the root', 1, [1], [{ op: 'replace', path: '', value: [1] }]],
    ['a list for an object', { a: {} }, { a: [] }, [{ op: 'replace', path: '/a', value: [] }]],
    ['one item at the front', rules('bcd'), rules('abcd'), [{ op: 'add', path: '/0', value: rule('a') }]],
    ['one item out of the middle', rules('abcd'), rules('acd'), [{ op: 'remove', path: '/1' }]],
    [
      'items in two places, the later ones first',
      rules('abcdefgh'),
      rules('axcdeyzg'),
      [
        { op: 'remove', path: '/7' },
        { op: 'add', path: '/6', value: rule('z') },
        { op: 'replace', path: '/5', value: rule('y') },
        { op: 'replace', path: '/1', value: rule('x') },
      ],
    ],
    [
      'several items put in, in order',
      rules('abcd'),
      rules('axybcd'),
      [
        { op: 'add', path: '/1', value: rule('x') },
        { op: 'add', path: '/2', value: rule('y') },
      ],
    ],
    [
      'inside an item of a list',
      [
        { name: rules('a'), on: true },
        { name: rules('b'), on: true },
      ],
      [
        { name: rules('a'), on: true },
        { name: rules('b'), on: false },
      ],
      [{ op: 'replace', path: '/1/on', value: false }],
    ],
    [
      'a list replaced as a whole, if that is shorter',
      ['a', 'b'],
      [],
      [{ op: 'replace', path: '', value: [] }],
    ],
    [
      'a null in a list',
      [1, ...rules('ab')],
      [null, ...rules('ab')],
      [{ op: 'replace', path: '/0', value: null }],
    ],
  ])('has for %s', (_, from, to, wanted) => {
    const patch = diffStates(from, to);
    expect(patch).toEqual(wanted);
    expect(applyDelta(structuredClone(from), patch)).toEqual(to);
  });

  it('isn’t changed by later changes of the state that it is applied to', () => {
    const patch = diffStates({}, { list: ['a'] });
    const state = applyDelta({}, patch) as { list: string[] };
    state.list.push('b');
    expect(patch).toEqual([{ op: 'add', path: '/list', value: ['a'] }]);
  });
});

describe('the hunks between two lists', () => {
  it.each([
    ['', 'abc', [[0, 0, 0, 3]]],
    ['abc', '', [[0, 3, 0, 0]]],
    ['abc', 'abc', []],
    ['aXb', 'aYb', [[1, 2, 1, 2]]],
    ['aa', 'a', [[1, 2, 1, 1]]],
    ['aba', 'aa', [[1, 2, 1, 1]]],
    [
      'abcdef',
      'bcxef',
      [
        [0, 1, 0, 0],
        [3, 4, 2, 3],
      ],
    ],
    [
      'xabcy',
      'zabcw',
      [
        [0, 1, 0, 1],
        [4, 5, 4, 5],
      ],
    ],
  ])('of "%s" and "%s"', (from, to, wanted) => {
    expect(
      diffLists([...from], [...to]).map(({ start, end, toStart, toEnd }) => [start, end, toStart, toEnd]),
    ).toEqual(wanted);
  });

  it('are found between items that look like an object’s properties', () => {
    expect(diffLists(['x', '__proto__', 'y'], ['y', '__proto__', 'constructor'])).not.toEqual([]);
  });
});
