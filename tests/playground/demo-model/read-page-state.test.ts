import { expect, it } from 'vitest';
import { readPageState } from '@/playground/demo-model/read-page-state';
import { encodeContext } from '@/src/adapters/model-filter/encode-context';
import { modelFilterState } from '@/tests/fakes/model-filter-page';

it('parses a page as the extension encodes it, including unusual names', () => {
  const names = ['a{b,c}', 'gpt-4', 'gpt-4-preview', 'gpt-4o', 'hidden models:', 'line\nbreak', 'none', 'o1'];
  const context = modelFilterState({
    providers: ['my provider', 'openai'],
    models: { openai: names.map((name) => `openai/${name}`) },
    drafts: { openai: { ignore: ['*-preview*', 'a "b", c'], whitelist: ['o1'] } },
    saved: {},
  });
  const parts = { provider: 'openai', providers: ['my provider', 'openai'], unsaved: ['openai'] };
  expect(readPageState(encodeContext(context, 8_000))).toEqual({
    ...parts,
    ignore: ['*-preview*', 'a "b", c'],
    names,
  });
  expect(readPageState(encodeContext({ ...context, models: { openai: [] } }, 8_000))?.names).toEqual([]);
  expect(readPageState(encodeContext({ ...context, models: {} }, 8_000))?.names).toBeNull();
});
