import { describe, expect, it } from 'vitest';
import { modelFilter } from '@/src/adapters/model-filter/definition';
import { changeGroup } from '@/src/adapters/model-filter/diff';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { boundChanges } from '@/src/core/context/bound-changes';
import { modelFilterState } from '../../fakes/model-filter-page';

const timestamp = '2026-11-20T08:15:02.000Z';
const rule = { rule_type: 'ignore', provider: 'openai' };

describe('the group in which a change is counted', () => {
  it.each([
    [{ type: 'rule_added', ...rule, pattern: 'a' }, rule, 'list_rules'],
    [{ type: 'rule_removed', ...rule, pattern: 'a' }, rule, 'list_rules'],
    [{ type: 'rules_reordered', ...rule }, rule, 'list_rules'],
    [{ type: 'models_refreshed', provider: 'openai', new_count: 3 }, { provider: 'openai' }, 'list_models'],
    [{ type: 'search_changed', query: 'x' }, {}, null],
    [{ type: 'changes_saved' }, {}, null],
  ])('of %j', (change, fields, readWith) => {
    expect(changeGroup({ timestamp, ...change })).toEqual({ fields, readWith });
  });

  it.each(modelFilter.tools.filter(({ name }) => ['list_rules', 'list_models'].includes(name)))(
    'names $name, which is a read tool',
    ({ effect }) => {
      expect(effect).toBe('read');
    },
  );

  it('gives exact counts by type, list and provider for 2,000 imported rules', () => {
    const patterns = (length: number) => Array.from({ length }, (_, index) => `imported-rule-${index}-*`);
    const next = modelFilterState({
      drafts: {
        gemini: { ignore: patterns(500), whitelist: [] },
        openai: { ignore: patterns(1_000), whitelist: patterns(500) },
      },
      search: 'x',
    });
    const changes = modelFilter.diffContext(modelFilterState(), next, 0);
    const bounded = boundChanges(modelFilter as unknown as AdapterDefinition, { leftOutParts: [] }, changes);
    const listed = (provider: string, kind: string) =>
      bounded.filter((change) => change.pattern && change.provider === provider && change.rule_type === kind)
        .length;
    const counted = bounded.filter(({ type }) => type === 'changes_left_out');
    expect(counted.map(({ of, provider, rule_type, count }) => [of, provider, rule_type, count])).toEqual([
      ['rule_added', 'gemini', 'ignore', 500 - listed('gemini', 'ignore')],
      ['rule_added', 'openai', 'ignore', 1_000 - listed('openai', 'ignore')],
      ['rule_added', 'openai', 'whitelist', 500 - listed('openai', 'whitelist')],
    ]);
    expect(bounded[0]).toMatchObject({ type: 'search_changed', query: 'x' });
    expect(JSON.stringify(bounded).length).toBeLessThan(12_000);
  });
});
