import { expect, it } from 'vitest';
import type { ModelListState } from '@/src/panel/data/use-models';
import { isUnlisted } from '@/src/panel/header/model-choice';
import { MAX_LISTED_MODELS } from '@/src/schema/values/limits';

const models = [{ id: 'a', ownedBy: null }];
const loaded: ModelListState = { state: 'loaded', connectionId: 'c', models };

it.each([
  ['a model that is listed', loaded, 'a', false],
  ['one that is not listed, whether it was removed or typed', loaded, 'b', true],
  ['one of an endpoint that lists none', { ...loaded, models: [] }, 'a', false],
  ['none chosen', loaded, null, false],
  [
    'one that may be among the models beyond the limit',
    {
      ...loaded,
      models: Array.from({ length: MAX_LISTED_MODELS }, (_, n) => ({ id: `m${n}`, ownedBy: null })),
    },
    'b',
    false,
  ],
  ['one missing in the cached list', { state: 'loading', connectionId: 'c', lastListed: models }, 'b', false],
  ['one without a connection', { state: 'none' }, 'a', false],
] satisfies [string, ModelListState, string | null, boolean][])('%s', (_, modelList, chosen, expected) => {
  expect(isUnlisted(modelList, chosen)).toBe(expected);
});
