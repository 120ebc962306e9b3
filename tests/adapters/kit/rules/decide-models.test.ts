import { describe, expect, it } from 'vitest';
import { decidedCounts, decideModels, matchingRules } from '@/src/adapters/kit/rules/decide-models';

const rules = { ignore: ['*-preview', 'o1*', 'o1-preview'], whitelist: ['gpt-4o-preview'] };
const ids = ['openai/gpt-4o', 'openai/gpt-4o-preview', 'openai/o1', 'openai/o1-preview'];

describe('deciding models', () => {
  it.each([
    ['openai/gpt-4o', 'normal', null],
    ['openai/gpt-4o-preview', 'whitelisted', { kind: 'whitelist', pattern: 'gpt-4o-preview', index: 0 }],
    ['openai/o1', 'ignored', { kind: 'ignore', pattern: 'o1*', index: 1 }],
    ['openai/o1-preview', 'ignored', { kind: 'ignore', pattern: '*-preview', index: 0 }],
  ])('%s is %s', (id, status, rule) => {
    expect(decideModels([id], rules)).toEqual([{ id, name: id.slice(7), status, rule }]);
  });

  it('counts a model only for the rule that decides it', () => {
    expect(decidedCounts(decideModels(ids, rules), rules)).toEqual({ ignore: [1, 1, 0], whitelist: [1] });
  });

  it('lists every rule that matches, the deciding one first', () => {
    expect(matchingRules('openai/o1-preview', rules).map(({ pattern }) => pattern)).toEqual([
      '*-preview',
      'o1*',
      'o1-preview',
    ]);
  });

  it('decides the same models by different rule sets in turn', () => {
    const hidden = (pattern: string) =>
      decideModels(ids, { ignore: [pattern], whitelist: [] })
        .filter(({ status }) => status === 'ignored')
        .map(({ name }) => name);
    for (let round = 0; round < 2; round += 1) {
      expect(hidden('o1')).toEqual(['o1']);
      expect(hidden('gpt-4o')).toEqual(['gpt-4o']);
      expect(hidden('*-preview')).toEqual(['gpt-4o-preview', 'o1-preview']);
      expect(hidden('nothing')).toEqual([]);
      expect(hidden('*')).toHaveLength(4);
    }
    expect(decideModels(ids, { ignore: [], whitelist: ['*'] })).not.toEqual(
      decideModels(ids, { ignore: ['*'], whitelist: [] }),
    );
  });
});
