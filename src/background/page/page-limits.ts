import type { StewardError } from '@/src/core/errors';

/** Time limits for requests to a page, in milliseconds. */
export const PAGE_LIMITS_MS = {
  /** A loading page may need the two seconds that an adapter's `detect` waits. */
  identify: 5_000,
  'get-context': 10_000,
  'get-selection': 2_000,
  show: 5_000,
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
 * makes the outcome certain, but a stop has to end within a second. The default of an adapter's `stopTimeoutMs`.
 */
export const STOP_GRACE_MS = 300;

export interface WaitLimit {
  /** Time limit of the wait, in milliseconds. */
  limitMs: number;
  /** Ends the wait. Undefined if only the time limit does. */
  signal: AbortSignal | undefined;
  /** Milliseconds for which the answer is still awaited after the signal has aborted; 0 for none. */
  graceMs: number;
}

/** Limit for a request that changes nothing, so it can be aborted at once. */
export function limitOf(type: keyof typeof PAGE_LIMITS_MS, signal?: AbortSignal): WaitLimit {
  return { limitMs: PAGE_LIMITS_MS[type], signal, graceMs: 0 };
}

/**
 * Waits for `work`, which can't be cancelled. Rejects with `onLimit()` when the time is over, and with the
 * signal's reason when it aborts; the work continues and its result is ignored.
 */
export function withinLimit<Value>(
  work: Promise<Value>,
  { limitMs, signal, graceMs }: WaitLimit,
  onLimit: () => StewardError,
): Promise<Value> {
  return new Promise<Value>((resolve, reject) => {
    const limitTimer = setTimeout(() => end(() => reject(onLimit())), limitMs);
    let graceTimer: ReturnType<typeof setTimeout> | null = null;
    const onAbort = () => {
      graceTimer = setTimeout(() => end(() => reject(signal?.reason)), graceMs);
    };
    function end(settle: () => void): void {
      clearTimeout(limitTimer);
      if (graceTimer !== null) clearTimeout(graceTimer);
      signal?.removeEventListener('abort', onAbort);
      settle();
    }
    work.then(
      (value) => end(() => resolve(value)),
      (error: unknown) => end(() => reject(error)),
    );
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  });
}
