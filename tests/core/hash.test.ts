import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, hashJson, isSameJson } from '@/src/core/hash';
import { hashSteps } from '@/src/core/hash-steps';
import type { Json } from '@/src/schema/values/json';

/** Takes all steps of a computation. */
function resultOf<Value>(steps: Generator<undefined, Value, undefined>): Value {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

describe('the hash of a state', () => {
  it.each([
    ['keys in another order', { a: 1, b: [2, { c: 3, d: 4 }] }, { b: [2, { d: 4, c: 3 }], a: 1 }, true],
    ['rules in another order', { ignore: ['a', 'b'] }, { ignore: ['b', 'a'] }, false],
    ['another value', { search: '' }, { search: ' ' }, false],
    ['a number and its text', [1], ['1'], false],
  ] as [string, Json, Json, boolean][])('of %s', (_, a, b, equal) => {
    expect(hashJson(a) === hashJson(b)).toBe(equal);
  });

  it('is SHA-256 over canonical JSON', () => {
    expect(canonicalJson({ b: 'ü', a: [true, null] })).toBe('{"a":[true,null],"b":"ü"}');
    expect(hashJson('')).toBe('12ae32cb1ec02d01eda3581b127c1fee3b0dc53572ed6baf239721a03d82e126');
  });

  it.each([
    [[], '[]'],
    [['b', 1, null, true], '["b",1,null,true]'],
    [['a', { d: 1, c: ['x', ['y']] }], '["a",{"c":["x",["y"]],"d":1}]'],
    [{ 10: 1, 9: 2, a: {} }, '{"10":1,"9":2,"a":{}}'],
    [-0, '0'],
  ] as [Json, string][])('is over the canonical form of %j', (value, expected) => {
    expect(canonicalJson(value)).toBe(expected);
  });

  it('is the same in steps, and for values that are the same JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const [here, there] = [one, other] as [Json, Json];
        expect(resultOf(hashSteps(here))).toBe(hashJson(here));
        expect(isSameJson(here, there)).toBe(canonicalJson(here) === canonicalJson(there));
        expect(isSameJson(here, JSON.parse(canonicalJson(here)))).toBe(true);
      }),
    );
  });

  it('is unchanged by serializing and parsing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const there = value as Json;
        expect(hashJson(JSON.parse(JSON.stringify(there)) as Json)).toBe(hashJson(there));
      }),
    );
  });
});
