import type { TokenUsageEntry } from '@/src/schema/usage';
import { allPromptTokens } from './context-window';

/** A prompt of which the endpoint read only a part, without an error. */
export interface CutPrompt {
  /**
   * Maximum number of tokens that the endpoint read of a cut prompt: the size of its window, as far as its counts
   * show it.
   */
  readTokens: number;
  /** Estimated tokens that were sent. */
  sentTokens: number;
}

/**
 * Share of the estimate from which a prompt counts as read whole. Estimates exceed the counts of common tokenizers for English and
 * JSON by less than a third.
 */
const WHOLE_SHARE = 0.75;
/**
 * The same share, for a count that equals the previous request's count: prompts of different lengths have equal counts
 * only if both were cut.
 */
const SAME_SHARE = 0.95;
/**
 * Minimum share of a longer prompt's additional tokens, in relation to their estimate, for which they count as read. No
 * tokenizer counts less than this in any script, so a server that reads everything is never reported as cutting
 * prompts, however far its counts are from the estimates.
 */
const UNREAD_SHARE = 0.25;
/**
 * Smallest window that is accepted, in tokens. Smaller counts come from servers that report a constant, or only the
 * tokens that weren't cached.
 */
const MIN_WINDOW_TOKENS = 1_000;

/**
 * Detects that an endpoint cuts prompts; null if it doesn't. Two successive requests of a chat show it: both counts are
 * clearly below the estimates, and the counts hardly differ although the lengths of the prompts do. Counts far below an
 * earlier count are ignored, because they come from an endpoint that doesn't count cached tokens. A prompt that exceeds
 * the found window, but was read completely, disproves it.
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
    const readTokens = allPromptTokens(counts);
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
    // True if the count grew by less than UNREAD_SHARE of the added tokens. The last factor is for a shorter
    // prompt, for which both differences are negative.
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
