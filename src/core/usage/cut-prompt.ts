import type { TokenUsageEntry } from '@/src/schema/usage';

/** A prompt of which the endpoint read only a part, without an error. */
export interface CutPrompt {
  /** Most tokens that it has read of such a prompt: the size of its window, as far as its counts show it. */
  readTokens: number;
  /** Estimated tokens that were sent. */
  sentTokens: number;
}

/**
 * Share of the estimate from which a prompt counts as read whole. Estimates exceed the counts of common tokenizers for English and
 * JSON by less than a third.
 */
const WHOLE_SHARE = 0.75;
/** The same share for a count that equals the previous request's: prompts of different length have the same count only if both were cut. */
const SAME_SHARE = 0.95;
/**
 * Count of a longer prompt's additional tokens, as a share of their estimate, below which they weren't read. No tokenizer counts less in
 * any script, so a server that reads everything is never found to cut prompts, however far its counts are from the estimates.
 */
const UNREAD_SHARE = 0.25;
/** Smallest window that is accepted. Smaller counts come from servers that report a constant, or uncached tokens only. */
const MIN_WINDOW_TOKENS = 1_000;

/**
 * The prompt that an endpoint has cut, or null. Two successive requests of a chat show it: both counts are clearly below the estimates,
 * and the counts hardly differ although the prompts' lengths do. Counts far below what was read before are ignored: they come from an
 * endpoint that doesn't count cached tokens. A prompt above the found window that was read whole disproves it.
 *
 * @param entries usage of one model of one connection in the order of its requests
 */
export function cutPrompt(entries: readonly TokenUsageEntry[]): CutPrompt | null {
  let windowTokens = 0;
  let cutTokens = 0;
  let wholeTokens = 0;
  const latest = new Map<string, CutPrompt>();
  for (const { chatId, counts, sentTokens, isCopied } of entries) {
    if (counts === null || sentTokens === undefined || isCopied === true) continue;
    const readTokens = counts.promptTokens + counts.cacheReadInputTokens + counts.cacheCreationInputTokens;
    const before = latest.get(chatId);
    const share = readTokens === before?.readTokens ? SAME_SHARE : WHOLE_SHARE;
    latest.set(chatId, { readTokens, sentTokens });
    if (readTokens >= sentTokens * share) {
      wholeTokens = Math.max(wholeTokens, readTokens);
      if (readTokens > windowTokens) windowTokens = 0;
      continue;
    }
    if (before === undefined || before.readTokens >= before.sentTokens * share) continue;
    const addedTokens = sentTokens - before.sentTokens;
    const areUnread = (readTokens - before.readTokens - addedTokens * UNREAD_SHARE) * addedTokens < 0;
    const mostTokens = Math.max(before.readTokens, readTokens);
    const expected = Math.max(MIN_WINDOW_TOKENS, mostTokens * WHOLE_SHARE, wholeTokens * WHOLE_SHARE);
    if (areUnread && Math.min(before.readTokens, readTokens) >= expected) {
      windowTokens = Math.max(windowTokens, mostTokens);
      cutTokens = sentTokens;
    }
  }
  return windowTokens === 0 ? null : { readTokens: windowTokens, sentTokens: cutTokens };
}
