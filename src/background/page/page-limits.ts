/** Time limits for requests to a page, in milliseconds. */
export const PAGE_LIMITS_MS = {
  /** A loading page may need the two seconds that an adapter's `detect` waits. */
  identify: 5_000,
  'get-context': 10_000,
  'get-selection': 2_000,
  /** Answered from the content script's memory. */
  recall: 3_000,
  withdraw: 2_000,
  lock: 2_000,
  unlock: 2_000,
} as const;

/**
 * The content script enforces a tool's own limit. Its answer is awaited for this much longer, in
 * milliseconds.
 */
export const TOOL_ANSWER_MARGIN_MS = 500;

/**
 * Time after a stop, in milliseconds, for which the answer of a running change is still awaited. The answer
 * makes the outcome certain, but a stop has to end within a second.
 */
export const STOP_GRACE_MS = 300;
