import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changedProviders, normaliseRuleSets, ruleDifferences } from '@/playground/filter/rule-sets';

const ruleSet = fc.record({ ignore: fc.array(fc.string()), whitelist: fc.array(fc.string()) });

it('rules stay the same when they are normalised, however often', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), ruleSet), (sets) => {
      const normal = normaliseRuleSets(sets);
      expect(JSON.stringify(normaliseRuleSets(normal))).toBe(JSON.stringify(normal));
      expect(changedProviders(sets, normal)).toEqual([]);
    }),
  );
});

it.each([
  [['a'], ['a', 'b'], ['rule b added']],
  [['a', 'b'], ['b'], ['rule a removed']],
  [['a', 'b'], ['b', 'a'], ['rules in another order']],
  [['a'], ['b'], ['rule a removed', 'rule b added']],
  [['a'], ['a'], []],
])('differences from %j to %j', (before, after, phrases) => {
  const [left, right] = [before, after].map((ignore) => ({ openai: { ignore, whitelist: [] } }));
  expect(ruleDifferences(left ?? {}, right ?? {})).toEqual(
    phrases.map((phrase) => `openai: ignore ${phrase}`),
  );
});

it('a provider may be named like a built-in property', () => {
  const sets = { constructor: { ignore: ['a'], whitelist: [] } };
  expect(normaliseRuleSets(sets)).toEqual(sets);
  expect(changedProviders({}, { toString: { ignore: [], whitelist: ['b'] } } as never)).toEqual(['toString']);
});
