import { describe, expect, it } from 'vitest';
import { holdsChange } from '@/src/adapters/kit/small-half';
import type { Json } from '@/src/schema/values/json';

describe('a change of a page is there', () => {
  it.each<[string, Json, Json, Json]>([
    ['exactly', { a: 1, b: 2 }, { a: 0, b: 2 }, { a: 1, b: 2 }],
    ['beside a changed member that it didn’t concern', { a: 1, b: 9 }, { a: 0, b: 2 }, { a: 1, b: 2 }],
    ['beside an added member', { a: 1, c: 3 }, { a: 0 }, { a: 1 }],
    ['beside an item that somebody else added', ['a', 'b', 'c'], ['a'], ['a', 'b']],
    ['beside an item that somebody else removed', ['b'], ['a'], ['a', 'b']],
    ['if it removes a member', { b: 3 }, { a: 0, b: 2 }, { b: 2 }],
    ['if it changes nothing', 'anything', 'same', 'same'],
  ])('%s', (_, now, before, after) => {
    expect(holdsChange(now, before, after)).toBe(true);
  });
});

describe('a change of a page is not there', () => {
  it.each<[string, Json, Json, Json]>([
    ['if the page is as before', { a: 0 }, { a: 0 }, { a: 1 }],
    ['if an added item is missing', ['a'], ['a'], ['a', 'b']],
    ['if a removed item is still there', ['a', 'b'], ['a', 'b'], ['b']],
    ['if only one of two members has it', { a: 1, b: 2 }, { a: 0, b: 2 }, { a: 1, b: 3 }],
    ['if items are in another order than it gives them', ['a', 'b', 'c'], ['a', 'b'], ['b', 'a']],
    ['if a removed member has another value', { a: 5, b: 2 }, { a: 0, b: 2 }, { b: 2 }],
    ['if the page has a value of another kind', ['a'], { a: 0 }, { a: 1 }],
    ['if a name that every object has is missing', {}, {}, { constructor: 'x' }],
  ])('%s', (_, now, before, after) => {
    expect(holdsChange(now, before, after)).toBe(false);
  });
});
