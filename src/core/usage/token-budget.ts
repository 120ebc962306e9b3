import type { Chat } from '@/src/schema/chat';
import type { TokenTotals } from '@/src/schema/usage';
import { StewardError } from '../errors';
import { tokenCount } from './cumulative-usage';

/**
 * Throws `budget-reached` if the chat has used its budget of tokens. Call it before each request of the chat. Requests with unknown
 * counts can't be included.
 */
export async function requireBudget(
  journal: { tokensUsed(chatId: string): Promise<TokenTotals> },
  { id, settings }: Pick<Chat, 'id' | 'settings'>,
): Promise<void> {
  const { tokenBudget } = settings;
  if (tokenBudget === null) return;
  const used = tokenCount(await journal.tokensUsed(id));
  if (used < tokenBudget) return;
  const unit = tokenBudget === 1 ? 'token' : 'tokens';
  const amounts = `${used.toLocaleString('en-US')} of ${tokenBudget.toLocaleString('en-US')} ${unit}`;
  throw new StewardError('budget-reached', `This chat has reached its token budget (${amounts}).`, {
    remedy:
      'Raise or remove “Token budget” among the limits of this chat, then try again; or start a new chat.',
  });
}
