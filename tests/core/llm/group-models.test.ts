import { expect, it } from 'vitest';
import { filterModels, groupModels } from '@/src/core/llm/group-models';

const models = (...ids: string[]) => ids.map((id) => ({ id, ownedBy: null }));

const entry = (id: string, shortName: string) => ({ id, shortName });

it.each([
  ['nothing', [], []],
  [
    'ids by their first part, in the endpoint’s order, with short names',
    ['openai/b', 'demo/x', 'openai/a'],
    [
      { name: 'openai', models: [entry('openai/b', 'b'), entry('openai/a', 'a')] },
      { name: 'demo', models: [entry('demo/x', 'x')] },
    ],
  ],
  [
    'nested vendors under the first',
    ['router/meta/llama'],
    [{ name: 'router', models: [entry('router/meta/llama', 'meta/llama')] }],
  ],
  [
    'ids without a part of their own',
    ['llama', '/odd', 'odd/'],
    [{ name: null, models: [entry('llama', 'llama'), entry('/odd', '/odd'), entry('odd/', 'odd/')] }],
  ],
  ['an id listed twice once', ['a/b', 'a/b'], [{ name: 'a', models: [entry('a/b', 'b')] }]],
])('groups %s', (_, ids, groups) => {
  expect(groupModels(models(...ids))).toEqual(groups);
});

it.each([
  ['', ['openai/GPT-mini', 'openai/gpt', 'other/mini']],
  ['MINI', ['openai/GPT-mini', 'other/mini']],
  ['mini gpt ', ['openai/GPT-mini']],
  ['nano', []],
])('the filter %j returns models with every word of it', (filter, left) => {
  const all = models('openai/GPT-mini', 'openai/gpt', 'other/mini');
  expect(filterModels(all, filter).map(({ id }) => id)).toEqual(left);
});
