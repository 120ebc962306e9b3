import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  changedProviders,
  normaliseRuleSets,
  ruleDifferences,
  sameRules,
} from '@/playground/page/state/rule-sets';

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
      expect(differences.length === 0).toBe(sameRules(left, right));
    }),
  );
});

it.each([
  [['a'], ['a', 'b'], [{ change: 'added', pattern: 'b' }]],
  [['a', 'b'], ['b'], [{ change: 'removed', pattern: 'a' }]],
  [['a', 'b'], ['b', 'a'], [{ change: 'reordered' }]],
  [
    ['a'],
    ['b'],
    [
      { change: 'removed', pattern: 'a' },
      { change: 'added', pattern: 'b' },
    ],
  ],
])('differences from %j to %j', (before, after, expected) => {
  const differences = ruleDifferences(
    { openai: { ignore: before, whitelist: [] } },
    { openai: { ignore: after, whitelist: [] } },
  );
  expect(differences).toEqual(expected.map((rest) => ({ provider: 'openai', kind: 'ignore', ...rest })));
});

it('works for a provider named like a built-in property', () => {
  expect(normaliseRuleSets({ constructor: { ignore: ['a'], whitelist: [] } })).toEqual({
    constructor: { ignore: ['a'], whitelist: [] },
  });
  expect(changedProviders({}, { toString: { ignore: [], whitelist: ['b'] } } as never)).toEqual(['toString']);
});
