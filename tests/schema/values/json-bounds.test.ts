import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exceededBound, isJson } from '@/src/schema/values/json-bounds';

const BOUNDS = { levels: 4, length: 1_000 };

/** `levels` nested arrays, built without recursion. */
function nested(levels: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

function holdingItself(): unknown {
  const value: unknown[] = [];
  value.push(value);
  return value;
}

/** Few objects with more paths through them than can be visited. */
function sharedParts(levels: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < levels; level += 1) value = [value, value];
  return value;
}

describe('the exceeded bound', () => {
  it.each<[string, unknown, 'levels' | 'length' | null]>([
    ['a text', 'x', null],
    ['as many levels as allowed', nested(4), null],
    ['one level more', nested(5), 'levels'],
    ['5,000 levels', nested(5_000), 'levels'],
    ['a million levels', nested(1_000_000), 'levels'],
    ['a value that holds itself', holdingItself(), 'levels'],
    ['as long a text as allowed', 'x'.repeat(999), null],
    ['a longer text', 'x'.repeat(1_000), 'length'],
    ['long texts together', ['x'.repeat(500), 'x'.repeat(500)], 'length'],
    ['a long key', { ['x'.repeat(1_000)]: 1 }, 'length'],
    ['many values', new Array(1_000).fill(null), 'length'],
    ['a key __proto__', JSON.parse('{"__proto__":[[[[[1]]]]]}'), 'levels'],
  ])('of %s', (_, value, bound) => {
    expect(exceededBound(value, BOUNDS)).toBe(bound);
  });

  it('is found quickly if parts are shared', () => {
    expect(exceededBound(sharedParts(60), { levels: 64, length: 100_000 })).toBe('length');
  });

  it('is never the length if the JSON text is within it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const { length } = JSON.stringify(value);
        expect(exceededBound(value, { levels: 64, length: length + 1 })).toBeNull();
      }),
    );
  });
});

describe('JSON', () => {
  it.each<[string, unknown, boolean]>([
    ['null', null, true],
    ['an object with a key __proto__', JSON.parse('{"__proto__":{"a":[1,"b",true]}}'), true],
    ['an object without prototype', Object.assign(Object.create(null), { a: 1 }), true],
    ['nothing', undefined, false],
    ['undefined in an object', { a: undefined }, false],
    ['NaN', Number.NaN, false],
    ['a big number', 1n, false],
    ['a date', new Date(0), false],
    ['a map in a list', [new Map()], false],
    ['a function', () => 1, false],
  ])('%s: %#', (_, value, expected) => {
    expect(isJson(value)).toBe(expected);
  });
});
