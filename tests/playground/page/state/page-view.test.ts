import { describe, expect, it } from 'vitest';
import type { PageAction } from '@/playground/page/state/page-action';
import { INITIAL_PAGE_STATE, type PageState, type Pointer } from '@/playground/page/state/page-state';
import {
  firstRequestOf,
  highlightedIdsOf,
  highlightOf,
  ruleViewsOf,
  shownHighlightOf,
} from '@/playground/page/state/page-view';
import { reducePage } from '@/playground/page/state/reduce-page';
import { CATALOGUE_PROVIDERS, createCatalogue, DEFAULT_MODEL_COUNT } from '@/playground/server/catalogue';
import { createSession } from '../../demo-model/demo-session';
import { MODELS } from '../start-page';

const LOADED: PageAction[] = [
  {
    type: 'catalogue-loaded',
    instanceId: 'here',
    providers: [
      { name: 'openai', count: 4 },
      { name: 'gemini', count: 3 },
    ],
    saved: { openai: { ignore: ['o1*', 'gpt-9', 'o1'], whitelist: ['gpt-4'] } },
  },
  { type: 'models-requested', provider: 'openai', request: 1 },
  { type: 'models-loaded', provider: 'openai', request: 1, models: MODELS.openai },
];
const loaded = (...actions: PageAction[]): PageState =>
  [...LOADED, ...actions].reduce(reducePage, INITIAL_PAGE_STATE);

const RULE: Pointer = { on: 'rule', kind: 'ignore', pattern: 'o1*' };
const MODEL: Pointer = { on: 'model', id: 'openai/gpt-4' };
const NOTHING: Pointer = { on: 'nothing' };
const FIELD: Pointer = { on: 'field', kind: 'ignore' };
const pin = (pointer: Pointer): PageAction => ({ type: 'pinned', pointer });

const O1S = ['openai/o1', 'openai/o1-preview'];
const GPT4 = ['openai/gpt-4'];

describe('the pinned row', () => {
  it.each<[sentence: string, actions: PageAction[], pinned: Pointer, highlighted: string[]]>([
    ['is highlighted', [pin(RULE)], RULE, O1S],
    [
      'gives way to what a field that is typed in would match',
      [pin(RULE), { type: 'field-typed', kind: 'ignore', text: 'gpt-4' }],
      FIELD,
      GPT4,
    ],
    ['is unpinned by pinning nothing', [pin(RULE), pin(NOTHING)], NOTHING, []],
    ['gives way to another', [pin(RULE), pin(MODEL)], MODEL, GPT4],
    ['goes with its provider', [pin(RULE), { type: 'provider-selected', provider: 'gemini' }], NOTHING, []],
    [
      'goes when the page is put into another state',
      [pin(RULE), { type: 'state-applied', state: { provider: 'openai', drafts: {}, search: '' } }],
      NOTHING,
      [],
    ],
    [
      'highlights nothing once its rule is gone',
      [pin(RULE), { type: 'rule-removed', kind: 'ignore', pattern: 'o1*' }],
      RULE,
      [],
    ],
    [
      'highlights nothing when there is no such model',
      [pin({ on: 'model', id: 'x' })],
      { on: 'model', id: 'x' },
      [],
    ],
  ])('%s', (_, actions, pinned, highlighted) => {
    const state = loaded(...actions);
    expect(state.pinned).toEqual(pinned);
    expect(highlightOf(state).models).toEqual(highlighted);
    expect([...highlightedIdsOf(state)]).toEqual(highlighted);
  });

  it.each([
    ['the rule that decides a model', MODEL, { kind: 'whitelist', pattern: 'gpt-4' }],
    ['no rule for a model that none decides', { on: 'model', id: 'openai/gpt-4-turbo' } as const, null],
  ])('highlights %s', (_, pointer, rule) => {
    expect(highlightOf(loaded(pin(pointer))).rule).toEqual(rule);
  });
});

it('a row under the mouse is shown highlighted before the pinned one, until the mouse leaves', () => {
  const hovering = loaded(pin(RULE), { type: 'hovered', pointer: MODEL });
  expect([...highlightedIdsOf(hovering)]).toEqual(GPT4);
  expect(shownHighlightOf(hovering).rule).toEqual({ kind: 'whitelist', pattern: 'gpt-4' });
  expect(highlightOf(hovering).models).toEqual(O1S);
  const left = reducePage(hovering, { type: 'hovered', pointer: NOTHING });
  expect([...highlightedIdsOf(left)]).toEqual(O1S);
});

describe('a rule', () => {
  it('has counts of the models that it decides and matches', () => {
    expect(ruleViewsOf(loaded(), 'ignore')).toEqual([
      { kind: 'ignore', pattern: 'o1*', index: 0, decides: O1S, matches: 2 },
      { kind: 'ignore', pattern: 'gpt-9', index: 1, decides: [], matches: 0 },
      { kind: 'ignore', pattern: 'o1', index: 2, decides: [], matches: 1 },
    ]);
  });
});

describe('the first request', () => {
  const catalogue = createCatalogue({ seed: 0, size: DEFAULT_MODEL_COUNT });
  const withModels = (models: readonly string[]): PageState => ({
    ...INITIAL_PAGE_STATE,
    provider: 'openai',
    models: { openai: models },
  });

  it.each(CATALOGUE_PROVIDERS)('is understood by the demo model, and adds a rule: %s', async (provider) => {
    const ids = catalogue.idsOf(provider) ?? [];
    const session = createSession({ catalogue: { openai: ids.map((id) => id.slice(provider.length + 1)) } });
    await session.ask(firstRequestOf(withModels(ids)) ?? '');
    expect(session.drafts().openai?.ignore).toHaveLength(1);
  });

  it('disappears with the first rule of any provider', () => {
    const state = withModels(MODELS.openai);
    const drafts = { gemini: { ignore: [], whitelist: ['pro'] } };
    expect([firstRequestOf(state), firstRequestOf({ ...state, drafts })]).toEqual([
      'Block preview models',
      null,
    ]);
  });

  it('waits for the models', () => {
    expect(firstRequestOf(withModels([]))).toBeNull();
  });
});
