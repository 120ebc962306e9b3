import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callKey } from '@/src/core/loop/take-step';

describe('callKey', () => {
  it.each([
    ['the name and the arguments in canonical JSON', '{ "b": 1, "a": [2, 1] }', '"try" {"a":[2,1],"b":1}'],
    ['empty arguments as none', '', '"try" {}'],
    ['JSON in a JSON string as the decoded value', '"{\\"a\\":1}"', '"try" {"a":1}'],
    ['the text if it can’t be parsed', '{"a":', '"try" {"a":'],
    ['the text if it is not an object', '[1, 2]', '"try" [1, 2]'],
  ])('is %s', (_, argumentsText, key) => {
    expect(callKey('try', argumentsText)).toBe(key);
  });

  it('distinguishes a name from arguments', () => {
    expect(callKey('a" {}', 'x')).not.toBe(callKey('a', ' {} x'));
  });

  it('is the same for the same arguments in another order', () => {
    fc.assert(
      fc.property(fc.string(), fc.dictionary(fc.string(), fc.jsonValue()), (name, args) => {
        const reversed = Object.fromEntries(Object.entries(args).reverse());
        expect(callKey(name, JSON.stringify(reversed, null, 2))).toBe(callKey(name, JSON.stringify(args)));
      }),
    );
  });
});
