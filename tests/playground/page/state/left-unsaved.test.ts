import { describe, expect, it } from 'vitest';
import type { PageAction } from '@/playground/page/state/page-action';
import { INITIAL_PAGE_STATE, type PageState } from '@/playground/page/state/page-state';
import { unsavedProvidersOf } from '@/playground/page/state/page-view';
import { reducePage } from '@/playground/page/state/reduce-page';
import type { RuleSets } from '@/playground/page/state/rule-sets';

const SAVED: RuleSets = { openai: { ignore: ['old'], whitelist: [] } };
const show = (provider: string): PageAction => ({ type: 'provider-selected', provider });
const add = (text: string): PageAction[] => [
  { type: 'field-typed', kind: 'ignore', text },
  { type: 'rules-added', kind: 'ignore' },
];
const pageAfter = (...actions: PageAction[]): PageState =>
  [
    {
      type: 'catalogue-loaded',
      instanceId: 'here',
      providers: ['openai', 'gemini', 'groq'].map((name) => ({ name, count: 0 })),
      saved: SAVED,
    } as const,
    ...actions,
  ].reduce(reducePage, INITIAL_PAGE_STATE);

const MINE: RuleSets = { openai: { ignore: ['old', 'mine'], whitelist: [] } };
const LEFT = [...add('mine'), show('gemini')];

describe('the note on unsaved changes of another provider', () => {
  it.each<[sentence: string, actions: PageAction[], left: string | null]>([
    ['is the provider that another took the place of', LEFT, 'openai'],
    ['is nothing when that had no changes', [show('gemini')], null],
    ['is nothing when the same provider is chosen', [...add('mine'), show('openai')], null],
    ['is shown while other providers without changes are visited', [...LEFT, show('groq')], 'openai'],
    ['is the last one of several', [...LEFT, ...add('x'), show('groq')], 'gemini'],
    ['is dismissed', [...LEFT, { type: 'left-unsaved-dismissed' }], null],
    ['is back in view', [...LEFT, show('openai')], null],
    ['is discarded', [...LEFT, { type: 'provider-changes-discarded', provider: 'openai' }], null],
    ['is discarded with everything', [...LEFT, { type: 'drafts-discarded' }], null],
    ['is saved', [...LEFT, { type: 'save-done', written: MINE, saved: MINE, effective: 'now' }], null],
    ['is the same as the file holds by now', [...LEFT, { type: 'saved-read', saved: MINE }], null],
    [
      'stays while other things happen',
      [...LEFT, ...add('x'), { type: 'search-changed', search: 'q' }],
      'openai',
    ],
  ])('%s', (_, actions, left) => {
    expect(pageAfter(...actions).leftUnsaved).toBe(left);
  });
});

describe('discarding the changes of one provider', () => {
  const both = [...LEFT, ...add('x')];
  const discard: PageAction = { type: 'provider-changes-discarded', provider: 'openai' };

  it('keeps the changes of other providers, and can be undone', () => {
    const state = pageAfter(...both, discard);
    expect(unsavedProvidersOf(state)).toEqual(['gemini']);
    expect(state.drafts).toEqual({ ...SAVED, gemini: { ignore: ['x'], whitelist: [] } });
    expect(state.notice).toMatchObject({ tone: 'done', text: 'Discarded the changes of openai.' });
    expect(reducePage(state, { type: 'discard-undone' }).drafts).toEqual(pageAfter(...both).drafts);
  });

  it('does nothing if there are none', () => {
    const state = pageAfter(...add('mine'));
    expect(reducePage(state, { type: 'provider-changes-discarded', provider: 'gemini' })).toBe(state);
  });

  it('also works for a provider without saved rules', () => {
    const state = pageAfter(show('gemini'), ...add('x'), { ...discard, provider: 'gemini' });
    expect(state.drafts).toEqual(SAVED);
  });
});

describe('the conflict between saved and unsaved rules', () => {
  const theirs: RuleSets = { openai: { ignore: ['theirs'], whitelist: [] } };
  const asked: PageAction[] = [...add('mine'), { type: 'saved-read', saved: theirs }];

  it.each<[sentence: string, actions: PageAction[], before: RuleSets | null]>([
    ['comes up where both changed', asked, SAVED],
    ['does not where only the file did', [{ type: 'saved-read', saved: theirs }], null],
    ['does not where they changed alike', [...add('mine'), { type: 'saved-read', saved: MINE }], null],
    [
      'keeps the rules of the beginning when the file changes once more',
      [...asked, { type: 'saved-read', saved: {} }],
      SAVED,
    ],
    ['ends when one’s own rules are kept', [...asked, { type: 'drafts-kept' }], null],
    ['ends when the saved rules are loaded', [...asked, { type: 'drafts-discarded' }], null],
    [
      'ends when the changes of its only provider are discarded',
      [...asked, { type: 'provider-changes-discarded', provider: 'openai' }],
      null,
    ],
    [
      'stays when the page is put into a state that differs from the file as well',
      [...asked, { type: 'state-applied', state: { provider: 'openai', drafts: SAVED, search: '' } }],
      SAVED,
    ],
    [
      'ends when the page is put into the state of the file',
      [...asked, { type: 'state-applied', state: { provider: 'openai', drafts: theirs, search: '' } }],
      null,
    ],
  ])('%s', (_, actions, before) => {
    expect(pageAfter(...actions).conflict).toEqual(before === null ? null : { before });
  });
});
