import type { Connection } from '@/src/schema/connection';
import type { ModelInfo } from '../llm/ai-service';

/** The models of a connection with the prices that the user entered in place of the endpoint's. Adds models that the list lacks. */
export function withEnteredPrices(
  models: readonly ModelInfo[],
  entered: NonNullable<Connection['prices']>,
): ModelInfo[] {
  const priced = entered.map(({ model, input, output }): ModelInfo => {
    const listed = models.find(({ id }) => id === model);
    const prices = { input: input / 1e6, output: output / 1e6, cacheRead: null, cacheCreation: null };
    return { id: model, ownedBy: null, ...listed, prices: { ...prices, isEntered: true } };
  });
  return [...priced, ...models.filter(({ id }) => priced.every((one) => one.id !== id))];
}
