import { expect, it } from 'vitest';
import type { PageAction } from '@/playground/page/state/page-action';
import { INITIAL_PAGE_STATE, type Pointer } from '@/playground/page/state/page-state';
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
import { loadedPage } from './loaded-page';

const SAVED = { openai: { ignore: ['o1*', 'gpt-9', 'o1'], whitelist: ['gpt-4'] } };
const loaded = (...actions: PageAction[]) => loadedPage(SAVED, ...actions);

const RULE: Pointer = { on: 'rule', kind: 'ignore', pattern: 'o1*' };
const MODEL: Pointer = { on: 'model', id: 'openai/gpt-4' };
const NOTHING: Pointer = { on: 'nothing' };
const pin = (pointer: Pointer): PageAction => ({ type: 'pinned', pointer });

const O1S = ['openai/o1', 'openai/o1-preview'];
const GPT4 = ['openai/gpt-4'];
const KEEPS = { kind: 'whitelist', pattern: 'gpt-4' };

it.each<[string, actions: PageAction[], rule: object | null, models: string[]]>([
  ['is highlighted', [], { kind: 'ignore', pattern: 'o1*' }, O1S],
  [
    'gives way to a field that is typed in',
    [{ type: 'field-typed', kind: 'ignore', text: 'gpt-4' }],
    null,
    GPT4,
  ],
  ['gives way to a model, highlighted with its rule', [pin(MODEL)], KEEPS, GPT4],
  [
    'gives way to a model that no rule decides',
    [pin({ on: 'model', id: 'openai/gpt-4-turbo' })],
    null,
    ['openai/gpt-4-turbo'],
  ],
  ['gives way to a model that isn’t there', [pin({ on: 'model', id: 'x' })], null, []],
  ['goes with its provider', [{ type: 'provider-selected', provider: 'gemini' }], null, []],
  [
    'goes when the page is put into another state',
    [{ type: 'state-applied', state: { provider: 'openai', drafts: {}, search: '' } }],
    null,
    [],
  ],
  [
    'highlights nothing once its rule is gone',
    [{ type: 'rule-removed', kind: 'ignore', pattern: 'o1*' }],
    null,
    [],
  ],
])('a pinned rule %s', (_, actions, rule, models) => {
  const state = loaded(pin(RULE), ...actions);
  expect(highlightOf(state)).toEqual({ rule, models });
  expect([...highlightedIdsOf(state)]).toEqual(models);
});

it('a row under the mouse is shown highlighted before the pinned one, until the mouse leaves', () => {
  const hovering = loaded(pin(RULE), { type: 'hovered', pointer: MODEL });
  expect(shownHighlightOf(hovering)).toEqual({ rule: KEEPS, models: GPT4 });
  expect(highlightOf(hovering).models).toEqual(O1S);
  expect(shownHighlightOf(reducePage(hovering, { type: 'hovered', pointer: NOTHING })).models).toEqual(O1S);
});

it('a rule has counts of the models that it decides and matches', () => {
  expect(ruleViewsOf(loaded(), 'ignore')).toMatchObject([
    { pattern: 'o1*', index: 0, decides: O1S, matches: 2 },
    { pattern: 'gpt-9', index: 1, decides: [], matches: 0 },
    { pattern: 'o1', index: 2, decides: [], matches: 1 },
  ]);
});

it('the first request is understood by the demo model, and disappears with the first rule', async () => {
  const catalogue = createCatalogue({ seed: 0, size: DEFAULT_MODEL_COUNT });
  for (const provider of CATALOGUE_PROVIDERS) {
    const ids = catalogue.idsOf(provider) ?? [];
    const state = { ...INITIAL_PAGE_STATE, provider: 'openai', models: { openai: ids } };
    const session = createSession({ catalogue: { openai: ids.map((id) => id.slice(provider.length + 1)) } });
    await session.ask(firstRequestOf(state) ?? '');
    expect(session.drafts().openai?.ignore, provider).toHaveLength(1);
    expect(firstRequestOf({ ...state, drafts: SAVED })).toBeNull();
  }
  expect(firstRequestOf({ ...INITIAL_PAGE_STATE, provider: 'openai', models: MODELS })).toBe(
    'Block preview models',
  );
  expect(firstRequestOf(INITIAL_PAGE_STATE)).toBeNull();
});
