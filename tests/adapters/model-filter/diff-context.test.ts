import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffContext, listChanges } from '@/src/adapters/model-filter/diff-context';
import type { ModelFilterContext, RuleSet } from '@/src/adapters/model-filter/model-filter-context';
import { modelFilterState } from '../../fakes/model-filter-page';

const AT_MS = Date.UTC(2026, 10, 20, 8, 15, 2);
const rules = (ignore: string[], whitelist: string[] = []): RuleSet => ({ ignore, whitelist });

/** The changes without their time. */
function changes(previous: Partial<ModelFilterContext>, next: Partial<ModelFilterContext>) {
  return diffContext(modelFilterState(previous), modelFilterState(next), AT_MS).map(
    ({ timestamp: _, ...change }) => change,
  );
}

describe('what changed between two contexts', () => {
  const added = { type: 'rule_added', rule_type: 'ignore', pattern: 'a*', provider: 'openai' };
  const removed = { ...added, type: 'rule_removed' };

  it.each<[string, Partial<ModelFilterContext>, Partial<ModelFilterContext>, object[]]>([
    ['an added rule', {}, { drafts: { openai: rules(['a*']) } }, [added]],
    [
      'a removed rule, of the file too',
      { drafts: { openai: rules(['a*']) }, saved: { openai: rules(['a*']) } },
      { drafts: {}, saved: { openai: rules(['a*']) } },
      [removed],
    ],
    [
      'a rule of another provider',
      {},
      { drafts: { gemini: rules([], ['g*']) } },
      [{ type: 'rule_added', rule_type: 'whitelist', pattern: 'g*', provider: 'gemini' }],
    ],
    [
      'another order of rules',
      { drafts: { openai: rules(['a', 'b']) } },
      { drafts: { openai: rules(['b', 'a']) } },
      [{ type: 'rules_reordered', rule_type: 'ignore', provider: 'openai' }],
    ],
    [
      'a rule that took the place of another, and no new order',
      { drafts: { openai: rules(['a*', 'b']) } },
      { drafts: { openai: rules(['b', 'c']) } },
      [removed, { ...added, pattern: 'c' }],
    ],
    [
      'another provider, with the models that came with it',
      {},
      { provider: 'gemini', models: { ...modelFilterState().models, gemini: ['gemini/pro'] } },
      [
        { type: 'provider_changed', from: 'openai', to: 'gemini' },
        { type: 'models_refreshed', provider: 'gemini', new_count: 1 },
      ],
    ],
    [
      'no models that load behind the scenes',
      {},
      { models: { ...modelFilterState().models, gemini: ['gemini/pro'] } },
      [],
    ],
    [
      'models that were refreshed',
      {},
      { models: { openai: ['openai/new'] } },
      [{ type: 'models_refreshed', provider: 'openai', new_count: 1 }],
    ],
    ['a search', {}, { search: 'o1' }, [{ type: 'search_changed', query: 'o1' }]],
    ['no highlight', {}, { highlight: { rule: null, models: ['openai/o1'] } }, []],
    [
      'a save',
      { drafts: { openai: rules(['a*']) } },
      { drafts: { openai: rules(['a*']) }, saved: { openai: rules(['a*']) } },
      [{ type: 'changes_saved' }],
    ],
    [
      'a rule that was added and saved',
      {},
      { drafts: { openai: rules(['a*']) }, saved: { openai: rules(['a*']) } },
      [added, { type: 'changes_saved' }],
    ],
    ['a discard', { drafts: { openai: rules(['a*']) } }, {}, [removed, { type: 'changes_discarded' }]],
    [
      'a save of one provider and a discard of another',
      { drafts: { gemini: rules(['g']), openai: rules(['a*']) } },
      { drafts: { gemini: rules(['g']) }, saved: { gemini: rules(['g']) } },
      [removed, { type: 'changes_saved' }, { type: 'changes_discarded' }],
    ],
  ])('tells %s', (_, previous, next, expected) => {
    expect(changes(previous, next)).toEqual(expected);
  });

  it('stamps each change with the given time', () => {
    const [change] = diffContext(modelFilterState(), modelFilterState({ search: 'x' }), AT_MS);
    expect(change?.timestamp).toBe('2026-11-20T08:15:02.000Z');
  });

  const list = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));

  it('is empty between equal contexts', () => {
    fc.assert(
      fc.property(list, list, list, fc.string(), (ignore, whitelist, saved, search) => {
        const context = modelFilterState({
          drafts: { openai: rules(ignore, whitelist) },
          saved: { openai: rules(saved) },
          search,
        });
        expect(diffContext(context, structuredClone(context), AT_MS)).toEqual([]);
      }),
    );
  });

  it('names just the rules by which two lists differ', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const result = listChanges(before, after);
        const patterns = (type: string) =>
          result.flatMap((change) => (change.type === type && 'pattern' in change ? [change.pattern] : []));
        expect(patterns('rule_removed')).toEqual(before.filter((pattern) => !after.includes(pattern)));
        expect(patterns('rule_added')).toEqual(after.filter((pattern) => !before.includes(pattern)));
        expect(result.length === 0).toBe(JSON.stringify(before) === JSON.stringify(after));
      }),
    );
  });
});
