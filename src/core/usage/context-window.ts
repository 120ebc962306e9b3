import type { Message } from '@/src/schema/message';
import type { TokenCounts, TokenUsageEntry } from '@/src/schema/usage';
import { conversation } from '../records/message';

/**
 * Tokens of the context that the next request continues. It follows from the newest message of the conversation whose request
 * changed it: an answer sets it to all tokens of its request, since the answer itself is sent with the next one, and an accepted
 * summary to the summary's length. Titles, drafts of summaries, accounting rows, and answers that were dropped or set aside leave
 * it unchanged.
 *
 * Returns 0 before the first answer, and null if the endpoint reported no counts for that request.
 */
export function calculateContextWindowTokens(
  messages: readonly Message[],
  tokenUsageHistory: readonly Pick<TokenUsageEntry, 'messageId' | 'counts'>[],
): number | null {
  const deciding = conversation(messages).findLast(decidesWindow);
  if (deciding === undefined) return 0;
  const entry = tokenUsageHistory.findLast(({ messageId }) => messageId === deciding.id);
  if (entry === undefined || entry.counts === null) return null;
  return deciding.role === 'summary' ? entry.counts.completionTokens : contextTokens(entry.counts);
}

/** All tokens of a request's prompt, whether the provider's cache had them or not. */
export function allPromptTokens(counts: TokenCounts): number {
  return counts.promptTokens + counts.cacheReadInputTokens + counts.cacheCreationInputTokens;
}

/** Tokens of a request and its answer together. */
export function contextTokens(counts: TokenCounts): number {
  return allPromptTokens(counts) + counts.completionTokens;
}

function decidesWindow(message: Message): boolean {
  switch (message.role) {
    case 'assistant':
      // Steward writes plans itself, without a request.
      return message.plan !== true;
    case 'summary':
      return message.state === 'boundary';
    default:
      return false;
  }
}
