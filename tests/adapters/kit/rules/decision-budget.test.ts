import { describe, expect, it } from 'vitest';
import { decideModels } from '@/src/adapters/kit/rules/decide-models';
import { createStepBudget, MAX_DECISION_STEPS } from '@/src/adapters/kit/rules/decision-budget';
import { createMatcher, createRuleFinder, modelName } from '@/src/adapters/kit/rules/matcher';
import { addRule } from '@/src/adapters/model-filter/rule-list';
import { computeImport } from '@/src/adapters/model-filter/tools/import-tools';
import { idleRules } from '@/src/adapters/model-filter/tools/rule-effect';
import { say } from '@/src/schema/values/said';
import { atOnce } from '../at-once';

const times = (count: number, make: (number: string) => string) =>
  Array.from({ length: count }, (_, index) => make(String(index).padStart(3, '0')));

/** Names that each pattern below matches as far as possible, and fails at the end. */
const LONG_NAMES = times(60, (number) => `p/${'a'.repeat(495)}${number}`);

function stepsFor(patterns: readonly string[], ids: readonly string[]): number {
  let steps = 0;
  const find = atOnce(createRuleFinder(patterns, { spend: (more) => (steps += more) }));
  for (const id of ids) find(id, modelName(id));
  return steps;
}

const tooComplex = expect.objectContaining({
  code: 'too-complex',
  message: 'The page has too many rules and models for Steward to decide which models are visible.',
  remedy: say('kit.rules.tooManyRemedy'),
});

describe('the step budget', () => {
  it.each([
    ['with a sign that takes anything', (n: string) => `*${'a'.repeat(90)}?${'a'.repeat(100)}b${n}*`],
    ['with sets', (n: string) => `*${'[!b]'.repeat(45)}b${n}*`],
    ['with many stars', (n: string) => `*${'a*'.repeat(95)}b${n}`],
    ['with stars and sets', (n: string) => `${'a*[a-c]'.repeat(27)}b${n}`],
    ['of texts', (n: string) => `*${'a'.repeat(190)}b${n}*`],
    ['that begin alike', (n: string) => `${'a'.repeat(190)}b${n}*`],
    ['that end alike', (n: string) => `*b${n}${'a'.repeat(190)}`],
  ])('is hardly used by 60 rules %s on 60 long names', (_, rule) => {
    const rules = times(60, rule);
    expect(rules.every((pattern) => pattern.length <= 200)).toBe(true);
    expect(stepsFor(rules, LONG_NAMES)).toBeLessThan(MAX_DECISION_STEPS / 2);
  });

  it('suffices for ten thousand models and five hundred ordinary rules', () => {
    const ids = times(10_000, (number) => `openai/gpt-4o-mini-preview-2024-${number}`);
    const rules = times(500, (number) => `*-mini-*-2023-${number}*`);
    expect(stepsFor(rules, ids)).toBeLessThan(MAX_DECISION_STEPS);
  });

  it('throws a typed error beyond the limit, which is cached', () => {
    const ids = times(5_000, (number) => `p/${'a'.repeat(495)}${number}`);
    const rules = { ignore: times(1_000, (number) => `*?${'a*'.repeat(95)}b${number}`), whitelist: [] };
    const reasonOf = () => {
      try {
        return decideModels(ids, rules);
      } catch (error) {
        return error;
      }
    };
    const reason = reasonOf();
    expect(reason).toEqual(tooComplex);
    // The same error object: nothing was decided again.
    expect(reasonOf()).toBe(reason);
    // Other rules for the same models are still decided.
    expect(decideModels(ids, { ignore: ['*000'], whitelist: [] })[0]?.status).toBe('ignored');
  });

  it('is shared by all matchers of one decision', () => {
    const ids = times(1_000, (number) => `p/${'a'.repeat(495)}${number}`);
    const rules = times(200, (number) => `*?${'a*'.repeat(95)}b${number}`);
    const models = decideModels(ids, { ignore: [], whitelist: [] });
    expect(() => idleRules(models, { ignore: rules, whitelist: [] })).toThrow(tooComplex);
    // `*` covers each given rule by its text, so each is compared with it on all models.
    const given = { ignore: times(2_000, (number) => `*${'?'.repeat(150)}${number}`), whitelist: null };
    const before = { ignore: ['*'], whitelist: [] };
    expect(() => computeImport(ids, { before, given, mode: 'merge' })).toThrow(tooComplex);
  });

  it('bounds a single matcher too', () => {
    const matches = createMatcher(`*?${'a'.repeat(198)}`, createStepBudget(10_000));
    expect(matches(`p/${'a'.repeat(100)}`)).toBe(false);
    expect(() => times(10, (number) => String(matches(`${'a'.repeat(495)}${number}`)))).toThrow(tooComplex);
  });

  it('makes adding a rule throw its error', () => {
    expect(() => atOnce(addRule(['a*'], 'ab', ['p/ab'], createStepBudget(1)))).toThrow(tooComplex);
  });
});
