import { expect, it } from 'vitest';
import { shownBy } from '@/src/adapters/model-filter/definition';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { modelFilterState } from '../../fakes/model-filter-page';

const drafts = {
  openai: { ignore: ['*-preview*', 'o1'], whitelist: ['gpt-4o'] },
  gemini: { ignore: ['*-exp'], whitelist: [] },
};
const models = { openai: ['openai/gpt-4o', 'openai/o1-preview'], gemini: ['gemini/gemini-pro'] };
const PAGE = modelFilterState({ drafts, models });

it.each<[string, string, string | null]>([
  ['a model’s id', 'openai/o1-preview', 'openai/o1-preview'],
  ['a model’s name', 'o1-preview', 'openai/o1-preview'],
  ['a rule’s pattern', '*-preview*', '*-preview*'],
  ['a rule with its list', 'ignore o1', 'o1'],
  ['a rule’s pattern in quotation marks', '"gpt-4o"', 'gpt-4o'],
  ['a rule with its provider', 'openai: *-preview*', '*-preview*'],
  ['a model of the name of a rule', 'gpt-4o', 'openai/gpt-4o'],
  ['a model of another provider', 'gemini/gemini-pro', null],
  ['a rule of another provider', '*-exp', null],
  ['a rule in the other list', 'whitelist o1', null],
  ['a part of a name', 'gpt', null],
  ['a member of every object', 'constructor', null],
])('%s (%s) is shown by %s', (_, name, text) => {
  expect(shownBy(PAGE, name)).toBe(text);
});

it.each<[string, Partial<ModelFilterContext>]>([
  ['models are not loaded', { models: {} }],
  ['provider has the name of an object’s member', { provider: 'constructor' }],
])('nothing is in sight on a page whose %s', (_, changes) => {
  expect(shownBy(modelFilterState(changes), 'o1-preview')).toBeNull();
});
