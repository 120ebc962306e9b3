import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changedProviders, normaliseRuleSets, ruleDifferences } from '@/playground/filter/rule-sets';

const ruleSet = fc.record({ ignore: fc.array(fc.string()), whitelist: fc.array(fc.string()) });
const ruleSets = fc.dictionary(fc.string({ minLength: 1 }), ruleSet);

it('stay the same when normalised twice', () => {
  fc.assert(
    fc.property(ruleSets, (sets) => {
      const normal = normaliseRuleSets(sets);
      expect(JSON.stringify(normaliseRuleSets(normal))).toBe(JSON.stringify(normal));
    }),
  );
});

it('are not modified by normalising', () => {
  fc.assert(
    fc.property(ruleSets, (sets) => {
      expect(changedProviders(sets, normaliseRuleSets(sets))).toEqual([]);
    }),
  );
});

it('differ exactly if they have differences', () => {
  fc.assert(
    fc.property(ruleSet, ruleSet, (left, right) => {
      const differences = ruleDifferences({ p: left }, { p: right });
      expect(differences.length).toBeGreaterThanOrEqual(changedProviders({ p: left }, { p: right }).length);
      if (differences.length > 0) expect(left).not.toEqual(right);
    }),
  );
});

it.each([
  [['a'], ['a', 'b'], ['rule b added']],
  [['a', 'b'], ['b'], ['rule a removed']],
  [['a', 'b'], ['b', 'a'], ['rules in another order']],
  [['a'], ['b'], ['rule a removed', 'rule b added']],
])('differences from %j to %j', (before, after, phrases) => {
  const differences = ruleDifferences(
    { openai: { ignore: before, whitelist: [] } },
    { openai: { ignore: after, whitelist: [] } },
  );
  expect(differences).toEqual(phrases.map((phrase) => `openai: ignore ${phrase}`));
});

it('works for a provider named like a built-in property', () => {
  expect(normaliseRuleSets({ constructor: { ignore: ['a'], whitelist: [] } })).toEqual({
    constructor: { ignore: ['a'], whitelist: [] },
  });
  expect(changedProviders({}, { toString: { ignore: [], whitelist: ['b'] } } as never)).toEqual(['toString']);
});
