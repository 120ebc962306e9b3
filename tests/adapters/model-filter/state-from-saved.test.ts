import { expect, it } from 'vitest';
import { modelFilter, stateFromSaved } from '@/src/adapters/model-filter/definition';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import type { Json } from '@/src/schema/values/json';
import { modelFilterState } from '../../fakes/model-filter-page';

const RULES = { openai: { ignore: ['*-preview'], whitelist: [] } };
const page = modelFilterState({ provider: 'openai', search: 'gpt', drafts: {}, saved: RULES });

const savedState = (context: ModelFilterContext) => modelFilter.saving?.savedState(context) ?? null;

it('shows an earlier save as unsaved rules and keeps provider and search', () => {
  const saved = savedState(page);
  expect(stateFromSaved({ ...page, saved: {} }, saved)).toEqual({
    provider: 'openai',
    search: 'gpt',
    drafts: RULES,
  });
});

it('reports equal saved rules as equal JSON, whatever empty rule sets the page lists', () => {
  const empty = { gemini: { ignore: [], whitelist: [] } };
  expect(savedState({ ...page, saved: { ...empty, ...RULES } })).toEqual(RULES);
});

it.each<[string, Json]>([
  ['the page no longer has the provider', { gone: { ignore: ['a'], whitelist: [] } }],
  ['the stored value is no set of rules', ['a']],
])('returns no state when %s', (_, saved) => {
  expect(stateFromSaved(page, saved)).toBeNull();
});
