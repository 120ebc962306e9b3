import { expect, it } from 'vitest';
import { withEnteredPrices } from '@/src/core/usage/entered-prices';

const listed = { id: 'a', ownedBy: 'x', contextTokens: 9 };
const prices = { input: 3e-6, output: 15e-6, cacheRead: null, cacheCreation: null };
const entered = (model: string) => ({ model, input: 3, output: 15 });
const given = { ...prices, isEntered: true };

it.each([
  ['replace the endpoint’s', [{ ...listed, prices }], [entered('a')], [{ ...listed, prices: given }]],
  ['add a model that its list lacks', [], [entered('b')], [{ id: 'b', ownedBy: null, prices: given }]],
  ['leave other models as they are', [listed], [], [listed]],
])('the user’s prices %s', (_, models, own, expected) => {
  expect(withEnteredPrices(models, own)).toEqual(expected);
});
