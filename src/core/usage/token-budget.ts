import type { Chat } from '@/src/schema/chat';
import type { TokenTotals } from '@/src/schema/usage';
import { StewardError } from '../errors';
import type { EndpointPort } from '../llm/endpoint-port';
import { tokenCount } from './cumulative-usage';

/**
 * The endpoint and the model that a chat can send a request to. Call it before each one. Rejects with `budget-reached` if the chat has
 * used its budget of tokens, and as {@link EndpointPort} `endpointOf` does.
 */
export async function endpointToAsk(
  deps: {
    journal: { tokensUsed(chatId: string): Promise<TokenTotals> };
    endpoints: Pick<EndpointPort, 'endpointOf'>;
  },
  chat: Chat,
): ReturnType<EndpointPort['endpointOf']> {
  const { tokenBudget } = chat.settings;
  // Requests with unknown counts can't be included.
  const used = tokenBudget === null ? 0 : tokenCount(await deps.journal.tokensUsed(chat.id));
  if (tokenBudget === null || used < tokenBudget) return deps.endpoints.endpointOf(chat);
  const unit = tokenBudget === 1 ? 'token' : 'tokens';
  const amounts = `${used.toLocaleString('en-US')} of ${tokenBudget.toLocaleString('en-US')} ${unit}`;
  throw new StewardError('budget-reached', `This chat has reached its token budget (${amounts}).`, {
    remedy:
      'Raise or remove “Token budget” among the limits of this chat, then try again; or start a new chat.',
  });
}
