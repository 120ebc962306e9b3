import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normalisedRules, type RuleSet } from '@/src/adapters/kit/rules/provider-rules';
import { stateSchema } from '@/src/adapters/model-filter/context-schema';
import { lostState } from '@/src/adapters/model-filter/definition';
import { type ModelFilterContext, restorableState } from '@/src/adapters/model-filter/model-filter-context';
import { modelFilterState } from '../../fakes/model-filter-page';

const rules = (ignore: string[], whitelist: string[] = []): RuleSet => ({ ignore, whitelist });
const SAVED = { openai: rules(['a*']) };
const BOTH = { openai: rules(['a*', 'b*']), gemini: rules([], ['g*']) };

type Page = Partial<ModelFilterContext>;

/** The unsaved rules that lostState restores. */
function lostDrafts(known: Page, now: Page) {
  return lostState(modelFilterState(known), modelFilterState(now))?.drafts ?? null;
}

it.each<[string, Page, Page, ModelFilterContext['drafts'] | null]>([
  ['nothing was unsaved', { drafts: SAVED, saved: SAVED }, { drafts: SAVED, saved: SAVED }, null],
  ['nothing was lost', { drafts: BOTH, saved: SAVED }, { drafts: BOTH, saved: SAVED }, null],
  ['rules of two providers', { drafts: BOTH, saved: SAVED }, { drafts: SAVED, saved: SAVED }, BOTH],
  ['all rules, where none is saved', { drafts: BOTH }, {}, BOTH],
  [
    'rules that had been taken out',
    { saved: BOTH, drafts: { openai: rules(['b*']) } },
    { saved: BOTH, drafts: BOTH },
    { openai: rules(['b*']) },
  ],
  [
    'another order',
    { saved: { openai: rules(['a', 'b']) }, drafts: { openai: rules(['b', 'a']) } },
    { saved: { openai: rules(['a', 'b']) }, drafts: { openai: rules(['a', 'b']) } },
    { openai: rules(['b', 'a']) },
  ],
  ['but they were saved before', { drafts: BOTH, saved: SAVED }, { drafts: BOTH, saved: BOTH }, null],
  [
    'but somebody saved others for one provider: its rules stay as saved',
    { drafts: BOTH, saved: SAVED },
    { drafts: { openai: rules(['c*']) }, saved: { openai: rules(['c*']) } },
    { openai: rules(['c*']), gemini: rules([], ['g*']) },
  ],
  [
    'but rules were typed since for one provider: they stay',
    { drafts: BOTH, saved: SAVED },
    { drafts: { ...SAVED, gemini: rules(['new']) }, saved: SAVED },
    { openai: rules(['a*', 'b*']), gemini: rules(['new']) },
  ],
  [
    'but rules were typed since for each of them',
    { drafts: BOTH, saved: SAVED },
    { drafts: { openai: rules(['z']), gemini: rules(['new']) }, saved: SAVED },
    null,
  ],
  [
    'rules of a provider that is no longer there go without saying',
    { drafts: { ...SAVED, gone: rules(['x']) }, saved: SAVED, providers: ['gone', 'openai'] },
    { drafts: SAVED, saved: SAVED },
    null,
  ],
])('lost by a reload: %s', (_, known, now, expected) => {
  expect(lostDrafts(known, now)).toEqual(expected);
});

it('keeps provider and search as they are now', () => {
  const known = modelFilterState({ drafts: BOTH, provider: 'gemini', search: 'old' });
  const now = modelFilterState({ provider: 'openai', search: 'new' });
  expect(lostState(known, now)).toEqual({ provider: 'openai', search: 'new', drafts: normalisedRules(BOTH) });
});

it('restores exactly the changes lost by a reload, in a state that the page accepts', () => {
  const pattern = fc.constantFrom('a', 'b*', '*c', 'd?e');
  const list = fc.uniqueArray(pattern, { maxLength: 4 });
  const ruleSets = fc
    .dictionary(
      fc.constantFrom('gemini', 'openai', 'openrouter'),
      fc.record({ ignore: list, whitelist: list }),
      { noNullPrototype: true },
    )
    .map(normalisedRules);
  fc.assert(
    fc.property(ruleSets, ruleSets, (drafts, saved) => {
      const known = modelFilterState({ drafts, saved });
      const reloaded = modelFilterState({ drafts: saved, saved });
      const state = lostState(known, reloaded);
      const isUnsaved = JSON.stringify(drafts) !== JSON.stringify(saved);
      expect(state).toEqual(isUnsaved ? restorableState(known) : null);
      if (state !== null) expect(stateSchema.parse(state)).toEqual(state);
    }),
  );
});
