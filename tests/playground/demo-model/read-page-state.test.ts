import { expect, it } from 'vitest';
import { readPageState } from '@/playground/demo-model/read-page-state';
import { encodeContext } from '@/src/adapters/model-filter/encode-context';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';

/** A page as the extension encodes it. */
function stateOf(names: readonly string[], changes: Partial<ModelFilterContext> = {}, budgetTokens = 8_000) {
  const context: ModelFilterContext = {
    provider: 'openai',
    providers: ['my provider', 'openai'],
    models: { openai: names.map((name) => `openai/${name}`) },
    drafts: { openai: { ignore: ['*-preview*', 'a "b", c'], whitelist: ['o1'] } },
    saved: {},
    search: '',
    highlight: { rule: null, models: [] },
    loading: false,
    error: null,
    ...changes,
  };
  return readPageState(encodeContext(context, budgetTokens));
}

it('parses a page, including unusual names', () => {
  const names = ['a{b,c}', 'gpt-4', 'gpt-4-preview', 'gpt-4o', 'hidden models:', 'line\nbreak', 'none', 'o1'];
  expect(stateOf(names)).toEqual({
    provider: 'openai',
    providers: ['my provider', 'openai'],
    unsaved: ['openai'],
    ignore: ['*-preview*', 'a "b", c'],
    names,
  });
});

it.each([
  ['none there', stateOf([]), []],
  [
    'too many to be listed',
    stateOf(
      Array.from({ length: 2_000 }, (_, at) => `gpt-${at}`),
      {},
      300,
    ),
    null,
  ],
  ['loading', stateOf([], { models: {}, loading: true }), null],
  ['failed', stateOf([], { models: {}, error: 'No route.' }), null],
])('returns the names that the state lists: %s', (_, state, names) => {
  expect(state?.names).toEqual(names);
});
