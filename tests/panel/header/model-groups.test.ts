import { expect, it } from 'vitest';
import { modelGroups } from '@/src/panel/header/model-groups';

const models = (...ids: string[]) => ids.map((id) => ({ id, ownedBy: null }));

it.each([
  ['nothing', [], []],
  [
    'ids by their first part, in the endpoint’s order',
    ['openai/b', 'demo/x', 'openai/a'],
    [
      { name: 'openai', ids: ['openai/b', 'openai/a'] },
      { name: 'demo', ids: ['demo/x'] },
    ],
  ],
  ['nested vendors under the first', ['router/meta/llama'], [{ name: 'router', ids: ['router/meta/llama'] }]],
  ['ids without a part of their own', ['llama', '/odd'], [{ name: null, ids: ['llama', '/odd'] }]],
  ['an id listed twice once', ['a/b', 'a/b'], [{ name: 'a', ids: ['a/b'] }]],
])('groups %s', (_, ids, groups) => {
  expect(modelGroups(models(...ids))).toEqual(groups);
});
