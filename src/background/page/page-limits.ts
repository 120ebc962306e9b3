/** How long each kind of request to a page may take, in milliseconds. */
export const PAGE_LIMITS_MS = {
  /** A page that loads may need the two seconds that an adapter's `detect` waits. */
  identify: 5_000,
  'get-context': 10_000,
  'apply-state': 30_000,
  /** Answered from the content script's memory. */
  recall: 3_000,
  withdraw: 2_000,
  lock: 2_000,
  unlock: 2_000,
} as const;

/** A tool's own limit is kept by the content script; its word on that is awaited for this much longer. */
export const TOOL_ANSWER_MARGIN_MS = 500;

/**
 * After a stop, how long the answer of a change under way is still awaited: it tells for certain what happened, but a
 * stop has to end within a second.
 */
export const STOP_GRACE_MS = 300;
