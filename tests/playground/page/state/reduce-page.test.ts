import { describe, expect, it } from 'vitest';
import type { RuleSets } from '@/playground/filter/rule-sets';
import type { PageAction } from '@/playground/page/state/page-action';
import { INITIAL_PAGE_STATE, type PageState, POINTING_AT_NOTHING } from '@/playground/page/state/page-state';
import { countsOf, rowsOf, ruleViewsOf } from '@/playground/page/state/page-view';
import { reducePage } from '@/playground/page/state/reduce-page';
import { MODELS } from '../start-page';

const SAVED = { openai: { ignore: ['o1*'], whitelist: [] } };
const LOADED: PageAction[] = [
  {
    type: 'catalogue-loaded',
    instanceId: 'here',
    providers: [
      { name: 'gemini', count: 3 },
      { name: 'openai', count: 4 },
    ],
    saved: SAVED,
  },
  { type: 'provider-selected', provider: 'openai' },
  { type: 'models-requested', provider: 'openai', request: 1 },
  { type: 'models-loaded', provider: 'openai', request: 1, models: MODELS.openai },
];

const after = (...actions: PageAction[]): PageState => actions.reduce(reducePage, INITIAL_PAGE_STATE);
const loaded = (...actions: PageAction[]): PageState => after(...LOADED, ...actions);
const enter = (kind: 'ignore' | 'whitelist', text: string): PageAction[] => [
  { type: 'field-typed', kind, text },
  { type: 'rules-added', kind },
];

const saved = (written: RuleSets): PageAction => ({
  type: 'save-ended',
  base: written,
  saved: written,
  notice: { tone: 'done', text: 'Saved.' },
});
const imported = (kind: 'ignore' | 'whitelist', text: string, mode: 'merge' | 'replace'): PageAction => ({
  type: 'rules-imported',
  kind,
  text,
  mode,
});

describe('the rules', () => {
  it.each<[sentence: string, actions: PageAction[], ignore: string[], whitelist: string[]]>([
    ['starts with the saved ones', [], ['o1*'], []],
    ['takes several, separated by commas', enter('ignore', 'a, b*'), ['o1*', 'a', 'b*'], []],
    ['keeps the two lists apart', enter('whitelist', 'o1*'), ['o1*'], ['o1*']],
    ['replaces rules that the new one covers', enter('ignore', 'o*'), ['o*'], []],
    [
      'imports nothing where one pattern is no rule',
      [imported('ignore', `x\n${'y'.repeat(201)}`, 'merge')],
      ['o1*'],
      [],
    ],
    ['removes one', [{ type: 'rule-removed', kind: 'ignore', pattern: 'o1*' }], [], []],
    [
      'removes none that is not there',
      [{ type: 'rule-removed', kind: 'whitelist', pattern: 'o1*' }],
      ['o1*'],
      [],
    ],
  ])('%s', (_, actions, ignore, whitelist) => {
    const state = loaded(...actions);
    expect(ruleViewsOf(state, 'ignore').map(({ pattern }) => pattern)).toEqual(ignore);
    expect(ruleViewsOf(state, 'whitelist').map(({ pattern }) => pattern)).toEqual(whitelist);
  });

  it('are listed by provider in order, without providers that have none', () => {
    const state = loaded(
      ...enter('ignore', 'x'),
      { type: 'provider-selected', provider: 'gemini' },
      ...enter('whitelist', 'y'),
      { type: 'provider-selected', provider: 'openai' },
      imported('ignore', '', 'replace'),
    );
    expect(JSON.stringify(state.drafts)).toBe('{"gemini":{"ignore":[],"whitelist":["y"]}}');
  });
});

describe('the field', () => {
  it('is cleared of added patterns and keeps the rest', () => {
    const state = loaded(...enter('ignore', 'x, o1-preview, y'));
    expect(state.fields.ignore.text).toBe('o1-preview');
    expect(state.fields.ignore.outcomes).toEqual([
      { pattern: 'x', kind: 'added', replaced: [] },
      { pattern: 'o1-preview', kind: 'covered', by: 'o1*' },
      { pattern: 'y', kind: 'added', replaced: [] },
    ]);
  });

  it('reports a pattern that is entered twice', () => {
    expect(loaded(...enter('ignore', 'x, x')).fields.ignore.outcomes[1]).toEqual({
      pattern: 'x',
      kind: 'duplicate',
    });
  });

  it.each<[sentence: string, pattern: string, outcome: object, ignore: string[]]>([
    ['what was added', 'x', { kind: 'added', replaced: [] }, ['o1*', 'x']],
    ['what can be no rule', 'x,y', { kind: 'invalid', problem: expect.stringContaining('comma') }, ['o1*']],
  ])(
    'reports the outcome of a single pattern %s, and keeps the typed text',
    (_, pattern, outcome, ignore) => {
      const state = loaded(
        { type: 'field-typed', kind: 'ignore', text: 'abc' },
        { type: 'rule-entered', kind: 'ignore', pattern },
      );
      expect(state.fields.ignore).toEqual({ text: 'abc', outcomes: [{ pattern, ...outcome }] });
      expect(state.drafts).toEqual({ openai: { ignore, whitelist: [] } });
    },
  );

  it('clears its messages at the next input', () => {
    const state = loaded(...enter('ignore', 'o1*'), { type: 'field-typed', kind: 'ignore', text: 'o1*x' });
    expect(state.fields.ignore.outcomes).toEqual([]);
  });
});

describe('the models', () => {
  it.each<[sentence: string, actions: PageAction[], visible: number, hidden: number]>([
    ['are hidden by an ignore rule', [], 2, 2],
    ['are kept by a whitelist rule first', enter('whitelist', 'o1'), 3, 1],
    ['are counted whole while a search narrows the rows', [{ type: 'search-changed', search: 'gpt' }], 2, 2],
  ])('%s', (_, actions, visible, hidden) => {
    expect(countsOf(loaded(...actions))).toEqual({ total: 4, visible, hidden });
  });

  it.each([
    ['O1', ['openai/o1', 'openai/o1-preview']],
    [' turbo ', ['openai/gpt-4-turbo']],
    ['openai/', MODELS.openai],
    ['claude', []],
  ])('are searched for %j by id', (search, ids) => {
    expect(rowsOf(loaded({ type: 'search-changed', search })).map(({ id }) => id)).toEqual(ids);
  });

  it('are not overwritten by the answer to an older request', () => {
    const state = loaded(
      { type: 'models-requested', provider: 'openai', request: 2 },
      { type: 'models-requested', provider: 'openai', request: 3 },
      { type: 'models-loaded', provider: 'openai', request: 3, models: ['openai/new'] },
      { type: 'models-loaded', provider: 'openai', request: 2, models: ['openai/old'] },
      { type: 'models-failed', provider: 'openai', request: 2, message: 'late' },
    );
    expect(state.models.openai).toEqual(['openai/new']);
    expect(state.loads).toEqual({});
  });
});

describe('a save refused for a conflict', () => {
  const refused = loaded(
    ...enter('ignore', 'mine'),
    { type: 'save-started' },
    {
      type: 'save-refused',
      saved: { gemini: { ignore: ['theirs'], whitelist: [] }, openai: { ignore: ['theirs'], whitelist: [] } },
    },
  );

  it('keeps unsaved changes, and applies the saved rules of unchanged providers', () => {
    expect(refused.drafts).toEqual({
      gemini: { ignore: ['theirs'], whitelist: [] },
      openai: { ignore: ['o1*', 'mine'], whitelist: [] },
    });
    expect(refused.conflict).toEqual({ before: SAVED });
  });

  it('can be resolved by replacing the unsaved changes with the saved rules', () => {
    const state = reducePage(refused, { type: 'drafts-discarded' });
    expect(state.drafts).toBe(state.saved);
    expect(state.conflict).toBeNull();
  });
});

describe('the revision', () => {
  it.each<[string, PageAction]>([
    ['a rule', imported('ignore', 'x', 'replace')],
    ['the search', { type: 'search-changed', search: 'x' }],
    ['the provider', { type: 'provider-selected', provider: 'gemini' }],
    ['the highlight', { type: 'pinned', pointer: { on: 'model', id: 'openai/o1' } }],
    ['a fetch that begins', { type: 'models-requested', provider: 'openai', request: 2 }],
    ['the saved rules', saved({})],
    ['what is typed', { type: 'field-typed', kind: 'ignore', text: 'x' }],
  ])('increases with %s', (_, action) => {
    const before = loaded();
    expect(reducePage(before, action).revision).toBe(before.revision + 1);
  });

  it.each<[string, PageAction]>([
    ['the same search', { type: 'search-changed', search: '' }],
    ['the same provider', { type: 'provider-selected', provider: 'openai' }],
    ['letting go of nothing', { type: 'pinned', pointer: POINTING_AT_NOTHING }],
    ['an import that changes nothing', imported('ignore', 'o1*', 'merge')],
    ['saved rules that are the same', { type: 'saved-read', saved: SAVED }],
    ['the mouse', { type: 'hovered', pointer: { on: 'model', id: 'openai/o1' } }],
    ['a save that begins', { type: 'save-started' }],
    ['a late answer', { type: 'models-loaded', provider: 'openai', request: 9, models: [] }],
  ])('doesn’t change with %s', (_, action) => {
    const before = loaded();
    expect(reducePage(before, action).revision).toBe(before.revision);
  });
});
