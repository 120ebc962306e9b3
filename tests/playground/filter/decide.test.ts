import { expect, it } from 'vitest';
import { decideModels, isVisible } from '@/playground/filter/decide';

const IDS = ['openai/gpt-4', 'openai/gpt-4-preview', 'openai/o1-preview'];

it('leaves every model visible when there are no rules', () => {
  const decisions = decideModels(IDS, { ignore: [], whitelist: [] });
  expect(decisions.every((decision) => decision.status === 'normal' && isVisible(decision))).toBe(true);
  expect(decisions.map((decision) => decision.name)).toEqual(['gpt-4', 'gpt-4-preview', 'o1-preview']);
});

it('credits the first ignore rule that matches', () => {
  const rules = { ignore: ['none', '*-preview', 'o1*'], whitelist: [] };
  expect(decideModels(IDS, rules)[2]).toEqual({
    id: 'openai/o1-preview',
    name: 'o1-preview',
    status: 'ignored',
    rule: { kind: 'ignore', pattern: '*-preview', index: 1 },
  });
});

it('lets the whitelist win over the ignore list', () => {
  const decisions = decideModels(IDS, { ignore: ['*'], whitelist: ['x', 'gpt-4'] });
  expect(decisions.map((decision) => decision.status)).toEqual(['whitelisted', 'ignored', 'ignored']);
  expect(decisions.map(isVisible)).toEqual([true, false, false]);
  expect(decisions[0]?.rule).toEqual({ kind: 'whitelist', pattern: 'gpt-4', index: 1 });
});

it('hides nothing by a whitelist alone', () => {
  const decisions = decideModels(IDS, { ignore: [], whitelist: ['gpt-4'] });
  expect(decisions.every(isVisible)).toBe(true);
});

it('names a model without a provider by its whole id', () => {
  expect(decideModels(['gpt-4o'], { ignore: [], whitelist: [] })[0]?.name).toBe('gpt-4o');
});
