/**
 * Runs `work` with a signal that aborts after `timeoutMs`. If the work hasn't ended by then, resolves to the value that
 * `onTimeout` returns, or rejects with what it throws.
 */
export async function withTimeout<Value>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Value>,
  onTimeout: () => Value,
): Promise<Value> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      // Before the abort, which may reject the work at once and win the race.
      resolve(null);
      controller.abort();
    }, timeoutMs);
  });
  try {
    const ended = await Promise.race([timeout, work(controller.signal).then((value) => ({ value }))]);
    return ended === null ? onTimeout() : ended.value;
  } finally {
    clearTimeout(timer);
  }
}
