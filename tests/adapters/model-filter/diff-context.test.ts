import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RuleKind, type RuleSet, rulesOf, withRules } from '@/src/adapters/kit/rules/provider-rules';
import { diffContext } from '@/src/adapters/model-filter/diff';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { attributeChanges, inOrder } from '@/src/core/page-history/attribute-changes';
import type { CausedChanges } from '@/src/core/page-history/share-changes';
import { USER } from '@/src/core/records/change-cause';
import type { Change } from '@/src/schema/change';
import { modelFilterState } from '../../fakes/model-filter-page';

const AT_MS = Date.UTC(2026, 10, 20, 8, 15, 2);
const rules = (ignore: string[], whitelist: string[] = []): RuleSet => ({ ignore, whitelist });

/** The changes without their timestamps. */
function changes(previous: Partial<ModelFilterContext>, next: Partial<ModelFilterContext>) {
  return diffContext(modelFilterState(previous), modelFilterState(next), AT_MS).map(
    ({ timestamp: _, ...change }) => change,
  );
}

describe('the changes between two contexts', () => {
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
    [
      'a discard, where the page counts it',
      { drafts: { openai: rules(['a*']) } },
      { discards: 1 },
      [removed, { type: 'changes_discarded' }],
    ],
    [
      'no discard, where the only unsaved rule was removed',
      { drafts: { openai: rules(['a*']) } },
      {},
      [removed],
    ],
    [
      'a discard that was followed by a new rule',
      { drafts: { openai: rules(['a*']) }, discards: 2 },
      { drafts: { openai: rules(['b']) }, discards: 3 },
      [removed, { ...added, pattern: 'b' }, { type: 'changes_discarded' }],
    ],
    [
      'no discard, where it was undone',
      { discards: 1 },
      { drafts: { openai: rules(['a*']) }, discards: 0 },
      [added],
    ],
    [
      'no discard, where a reload lost unsaved rules',
      { drafts: { openai: rules(['a*']) }, discards: 2 },
      {},
      [removed],
    ],
    [
      'a save of one provider and a discard of another',
      { drafts: { gemini: rules(['g']), openai: rules(['a*']) } },
      { drafts: { gemini: rules(['g']) }, saved: { gemini: rules(['g']) }, discards: 1 },
      [removed, { type: 'changes_saved' }, { type: 'changes_discarded' }],
    ],
  ])('report %s', (_, previous, next, expected) => {
    expect(changes(previous, next)).toEqual(expected);
  });

  it('are stamped with the given time', () => {
    const [change] = diffContext(modelFilterState(), modelFilterState({ search: 'x' }), AT_MS);
    expect(change?.timestamp).toBe('2026-11-20T08:15:02.000Z');
  });

  const list = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));

  it('are empty between equal contexts', () => {
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
});

describe('changes by the user, reported one read after the other', () => {
  type Edit = (context: ModelFilterContext) => void;
  const pattern = fc.constantFrom('a', 'b*', '*c', 'd?');
  const provider = fc.constantFrom('gemini', 'openai');
  const kind = fc.constantFrom<RuleKind>('ignore', 'whitelist');
  const rulesIn = (context: ModelFilterContext, name: string) => {
    const set = structuredClone(rulesOf(context.drafts, name));
    context.drafts = withRules(context.drafts, name, set);
    return set;
  };
  const put = (context: ModelFilterContext, name: string, set: RuleSet) => {
    context.drafts = withRules(context.drafts, name, set);
  };
  const edit = fc.oneof(
    fc.tuple(provider, kind, pattern).map(
      ([name, list, text]): Edit =>
        (context) => {
          const set = rulesIn(context, name);
          if (!set[list].includes(text)) set[list].push(text);
          put(context, name, set);
        },
    ),
    fc.tuple(provider, kind, pattern).map(
      ([name, list, text]): Edit =>
        (context) => {
          const set = rulesIn(context, name);
          set[list] = set[list].filter((rule) => rule !== text);
          put(context, name, set);
        },
    ),
    fc.tuple(provider, kind).map(
      ([name, list]): Edit =>
        (context) => {
          const set = rulesIn(context, name);
          set[list].reverse();
          put(context, name, set);
        },
    ),
    provider.map(
      (name): Edit =>
        (context) => {
          context.provider = name;
          context.models[name] ??= [`${name}/x`];
        },
    ),
    fc.constantFrom('', 'x', 'y').map(
      (search): Edit =>
        (context) => {
          context.search = search;
        },
    ),
    fc.nat({ max: 3 }).map(
      (count): Edit =>
        (context) => {
          context.models[context.provider] = Array.from(
            { length: count },
            (_, index) => `${context.provider}/${index}`,
          );
        },
    ),
    fc.constant<Edit>((context) => {
      context.saved = structuredClone(context.drafts);
    }),
    fc.constant<Edit>((context) => {
      context.drafts = structuredClone(context.saved);
      context.discards = (context.discards ?? 0) + 1;
    }),
  );

  it('are complete, ordered and without duplicates', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
        const known = modelFilterState({ drafts: { openai: rules(['a', 'b*']) } });
        const now = structuredClone(known);
        const steps: CausedChanges[] = [];
        let reported: Change[] = [];
        for (const [index, act] of edits.entries()) {
          const atMs = AT_MS + index * 1_000;
          const before = structuredClone(now);
          act(now);
          steps.push({ cause: USER, changes: diffContext(before, now, atMs) });
          reported = timed(diffContext(known, now, atMs), steps);
          const times = reported.map(({ timestamp }) => timestamp);
          expect(times).toEqual([...times].sort());
        }
        const texts = reported.map(({ timestamp: _, ...change }) => JSON.stringify(change));
        expect(new Set(texts).size).toBe(texts.length);
        expect(replayed(known, reported)).toEqual({
          provider: now.provider,
          search: now.search,
          rules: ruleTexts(now),
        });
      }),
    );
  });

  it('keep the time at which they were first seen, even if more follow', () => {
    const known = modelFilterState();
    const first = modelFilterState({ drafts: { openai: rules(['a']) } });
    const second = modelFilterState({ drafts: { openai: rules(['a']) }, search: 'x' });
    const steps = [
      { cause: USER, changes: diffContext(known, first, AT_MS) },
      { cause: USER, changes: diffContext(first, second, AT_MS + 5_000) },
    ];
    const reported = timed(diffContext(known, second, AT_MS + 5_000), steps);
    expect(reported.map(({ type, timestamp }) => [type, timestamp])).toEqual([
      ['rule_added', '2026-11-20T08:15:02.000Z'],
      ['search_changed', '2026-11-20T08:15:07.000Z'],
    ]);
  });

  /** The changes in order, each with the time of its step, as the page's history reports them. */
  function timed(changes: readonly Change[], steps: readonly CausedChanges[]): Change[] {
    const unnamed = { isByPage: () => false, mayHaveMade: () => true, unobserved: USER };
    return inOrder(attributeChanges(changes, steps, unnamed)).map(({ change }) => change);
  }

  /** Every rule of a context with its provider and list, unordered. */
  function ruleTexts({ drafts }: ModelFilterContext): string[] {
    return Object.entries(drafts)
      .flatMap(([name, set]) => [
        ...set.ignore.map((rule) => `${name} ignore ${rule}`),
        ...set.whitelist.map((rule) => `${name} whitelist ${rule}`),
      ])
      .sort();
  }

  /** The rules that follow from the known context and the reported changes alone. */
  function replayed(known: ModelFilterContext, reported: readonly Change[]) {
    const held = new Set(ruleTexts(known));
    let { provider: shown, search } = known;
    for (const change of reported) {
      const text = `${change.provider} ${change.rule_type} ${change.pattern}`;
      if (change.type === 'rule_added') expect(held.has(text)).toBe(false);
      if (change.type === 'rule_added') held.add(text);
      if (change.type === 'rule_removed') expect(held.delete(text)).toBe(true);
      if (change.type === 'provider_changed') shown = String(change.to);
      if (change.type === 'search_changed') search = String(change.query);
    }
    return { provider: shown, search, rules: [...held].sort() };
  }
});
