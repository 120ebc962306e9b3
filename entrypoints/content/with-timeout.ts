/**
 * Runs `work` with a signal that aborts after `timeoutMs`. Work that doesn't end by then is no longer waited for: the
 * answer is what `onTimeout` gives, or throws.
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
      // Before the abort, which makes the work reject at once.
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
