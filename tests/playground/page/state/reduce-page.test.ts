import { expect, it } from 'vitest';
import type { PageAction } from '@/playground/page/state/page-action';
import { type PageState, POINTING_AT_NOTHING } from '@/playground/page/state/page-state';
import { countsOf, rowsOf } from '@/playground/page/state/page-view';
import { reducePage } from '@/playground/page/state/reduce-page';
import { MODELS } from '../start-page';
import { loadedPage } from './loaded-page';

const rules = (...ignore: string[]) => ({ ignore, whitelist: [] as string[] });
const SAVED = { openai: rules('o1*') };
const loaded = (...actions: PageAction[]) => loadedPage(SAVED, ...actions);
const enter = (kind: 'ignore' | 'whitelist', text: string): PageAction[] => [
  { type: 'field-typed', kind, text },
  { type: 'rules-added', kind },
];
const imported = (text: string, mode: 'merge' | 'replace'): PageAction => {
  return { type: 'rules-imported', kind: 'ignore', text, mode };
};
const removed = (kind: 'ignore' | 'whitelist'): PageAction => ({
  type: 'rule-removed',
  kind,
  pattern: 'o1*',
});

it.each<[string, PageAction[], drafts: PageState['drafts']]>([
  ['are the saved ones at first', [], SAVED],
  ['are added, separated by commas', enter('ignore', 'a, b*'), { openai: rules('o1*', 'a', 'b*') }],
  ['are kept apart by list', enter('whitelist', 'o1*'), { openai: { ignore: ['o1*'], whitelist: ['o1*'] } }],
  ['are replaced by one that covers them', enter('ignore', 'o*'), { openai: rules('o*') }],
  ['are not imported with an invalid one', [imported(`x\n${'y'.repeat(201)}`, 'merge')], SAVED],
  ['are removed', [removed('ignore')], {}],
  ['are not removed if they are not there', [removed('whitelist')], SAVED],
  [
    'are listed by provider in order, without providers that have none',
    [imported('', 'replace'), { type: 'provider-selected', provider: 'gemini' }, ...enter('ignore', 'y')],
    { gemini: rules('y') },
  ],
])('the rules %s', (_, actions, drafts) => {
  expect(JSON.stringify(loaded(...actions).drafts)).toBe(JSON.stringify(drafts));
});

it.each<[string, PageAction[], text: string, outcomes: object[]]>([
  [
    'keeps what was not added',
    enter('ignore', 'x, o1-preview, x'),
    'o1-preview, x',
    [{ kind: 'added', replaced: [] }, { kind: 'covered', by: 'o1*' }, { kind: 'duplicate' }],
  ],
  [
    'keeps the typed text when another pattern is entered',
    [
      { type: 'field-typed', kind: 'ignore', text: 'abc' },
      { type: 'rule-entered', kind: 'ignore', pattern: 'x,y' },
    ],
    'abc',
    [{ pattern: 'x,y', kind: 'invalid' }],
  ],
  [
    'clears its messages at the next input',
    [...enter('ignore', 'o1*'), { type: 'field-typed', kind: 'ignore', text: 'o1*x' }],
    'o1*x',
    [],
  ],
])('the field %s', (_, actions, text, outcomes) => {
  expect(loaded(...actions).fields.ignore).toMatchObject({ text, outcomes });
});

it.each<[search: string, actions: PageAction[], hidden: number, ids: readonly string[]]>([
  ['O1', [], 2, ['openai/o1', 'openai/o1-preview']],
  [' turbo ', enter('whitelist', 'o1'), 1, ['openai/gpt-4-turbo']],
  ['openai/', [], 2, MODELS.openai],
  ['claude', [], 2, []],
])('a search for %j narrows the rows, and not the counts', (search, actions, hidden, ids) => {
  const state = loaded(...actions, { type: 'search-changed', search });
  expect(countsOf(state)).toEqual({ total: 4, visible: 4 - hidden, hidden });
  expect(rowsOf(state).map(({ id }) => id)).toEqual(ids);
});

it('models are not overwritten by the answer to an older request', () => {
  const state = loaded(
    { type: 'models-requested', provider: 'openai', request: 2 },
    { type: 'models-requested', provider: 'openai', request: 3 },
    { type: 'models-loaded', provider: 'openai', request: 3, models: ['openai/new'] },
    { type: 'models-loaded', provider: 'openai', request: 2, models: ['openai/old'] },
    { type: 'models-failed', provider: 'openai', request: 2, message: 'late' },
  );
  expect([state.models.openai, state.loads]).toEqual([['openai/new'], {}]);
});

it('a save refused for a conflict keeps unsaved changes, takes the others’ rules, and ends with a discard', () => {
  const theirs = { gemini: rules('theirs'), openai: rules('theirs') };
  const state = loaded(
    ...enter('ignore', 'mine'),
    { type: 'save-started' },
    { type: 'save-refused', saved: theirs },
  );
  expect(state).toMatchObject({
    drafts: { ...theirs, openai: rules('o1*', 'mine') },
    conflict: { before: SAVED },
  });
  expect(reducePage(state, { type: 'drafts-discarded' })).toMatchObject({ drafts: theirs, conflict: null });
});

it.each<[added: 0 | 1, PageAction]>([
  [1, imported('x', 'replace')],
  [1, { type: 'search-changed', search: 'x' }],
  [1, { type: 'provider-selected', provider: 'gemini' }],
  [1, { type: 'pinned', pointer: { on: 'model', id: 'openai/o1' } }],
  [1, { type: 'models-requested', provider: 'openai', request: 2 }],
  [1, { type: 'saved-read', saved: {} }],
  [1, { type: 'field-typed', kind: 'ignore', text: 'x' }],
  [0, { type: 'search-changed', search: '' }],
  [0, { type: 'provider-selected', provider: 'openai' }],
  [0, { type: 'pinned', pointer: POINTING_AT_NOTHING }],
  [0, imported('o1*', 'merge')],
  [0, { type: 'saved-read', saved: SAVED }],
  [0, { type: 'hovered', pointer: { on: 'model', id: 'openai/o1' } }],
  [0, { type: 'save-started' }],
  [0, { type: 'models-loaded', provider: 'openai', request: 9, models: [] }],
])('the revision increases by %i with %j', (added, action) => {
  const before = loaded();
  expect(reducePage(before, action).revision - before.revision).toBe(added);
});
