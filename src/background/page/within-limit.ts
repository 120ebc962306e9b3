import type { StewardError } from '@/src/core/errors';

/** Limits of a wait. */
export interface WaitLimit {
  /** Milliseconds. */
  limitMs: number;
  signal: AbortSignal;
  /** Milliseconds for which the answer is still awaited after the signal has aborted; 0 for none. */
  graceMs: number;
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
      graceTimer = setTimeout(() => end(() => reject(signal.reason)), graceMs);
    };
    function end(settle: () => void): void {
      clearTimeout(limitTimer);
      if (graceTimer !== null) clearTimeout(graceTimer);
      signal.removeEventListener('abort', onAbort);
      settle();
    }
    work.then(
      (value) => end(() => resolve(value)),
      (error: unknown) => end(() => reject(error)),
    );
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}
