import type { Chat } from '@/src/schema/chat';
import type { TokenTotals } from '@/src/schema/usage';
import { say } from '@/src/schema/values/said';
import { textError } from '../errors';
import type { EndpointPort } from '../llm/endpoint-port';
import { tokenCount } from './cumulative-usage';

/**
 * Returns the endpoint and the model for a request of the chat. Call it before each request. Rejects with
 * `budget-reached` if the chat has used up its token budget, and with the errors of `endpointOf` in {@link
 * EndpointPort}.
 */
export async function endpointToAsk(
  deps: {
    journal: { tokensUsed(chatId: string): Promise<TokenTotals> };
    endpoints: Pick<EndpointPort, 'endpointOf'>;
  },
  chat: Chat,
): ReturnType<EndpointPort['endpointOf']> {
  const { tokenBudget } = chat.settings;
  // Requests without reported counts are not included.
  const used = tokenBudget === null ? 0 : tokenCount(await deps.journal.tokensUsed(chat.id));
  if (tokenBudget === null || used < tokenBudget) return deps.endpoints.endpointOf(chat);
  throw textError('budget-reached', say('error.usage.budgetReached', { used, budget: tokenBudget }));
}
