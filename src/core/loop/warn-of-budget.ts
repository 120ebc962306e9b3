import type { AdapterDefinition } from '../adapter/adapter-definition';
import type { Json } from '../json';
import type { Chat } from '../records/chat';
import { estimateTokens } from '../text/estimate-tokens';
import type { LoopDeps } from './loop-deps';

/** Part of the budget from which on a page's state is near its limit. */
const NEAR_LIMIT = 0.9;
/**
 * The state was cut if a budget this many times larger gives a longer text. It is limited because a page may hold
 * megabytes that are never sent.
 */
const ROOMIER = 8;

/**
 * Logs a warning where the page's state is near the chat's budget for it, or was cut to fit. That budget is the limit
 * that Steward knows: endpoints don't tell how large a model's context window is. `encoded` is the state as it is sent.
 */
export function warnOfBudget(
  { logger }: Pick<LoopDeps, 'logger'>,
  chat: Chat,
  adapter: AdapterDefinition,
  { context, encoded }: { context: Json; encoded: string },
): void {
  const budgetTokens = chat.settings.contextBudgetTokens;
  const tokens = estimateTokens(encoded);
  // Lists are cut one by one, so a state can be cut and yet be far below the budget.
  const isCut = adapter.encodeContext(context, budgetTokens * ROOMIER) !== encoded;
  if (!isCut && tokens < budgetTokens * NEAR_LIMIT) return;
  const message = isCut
    ? 'The page’s state was cut to fit its budget of tokens.'
    : 'The page’s state is near its budget of tokens.';
  logger.warning('context.budget', message, { chatId: chat.id, data: { tokens, budgetTokens, isCut } });
}
