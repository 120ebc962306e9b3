import type { Timer } from './clock';

/** Runs `work` with a signal that aborts with `reason()` at the time limit, in milliseconds. `work` has to observe the signal. */
export async function withTimeLimit<Value>(
  timer: Timer,
  limitMs: number,
  reason: () => Error,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const limit = new AbortController();
  const over = new AbortController();
  timer.sleep(limitMs, over.signal).then(
    () => limit.abort(reason()),
    // The sleep was aborted, since the work ended within the limit.
    () => undefined,
  );
  try {
    return await work(limit.signal);
  } finally {
    over.abort();
  }
}
