import type { Clock } from '@/src/core/ports/clock';

/**
 * Clock that is never set back in the life of a worker: the time that passes is measured by `steady`, and only an advance of the
 * wall clock, as after a suspension of the computer, is followed. Otherwise an hour set back would make each wait an hour longer.
 */
export function createSteadyClock(wall: Clock, steady: Clock): Clock {
  let offsetMs = Number.NEGATIVE_INFINITY;
  return {
    now() {
      const elapsedMs = Math.floor(steady.now());
      offsetMs = Math.max(offsetMs, wall.now() - elapsedMs);
      return offsetMs + elapsedMs;
    },
  };
}

/** Longest delay of `setTimeout`, in milliseconds; longer ones fire at once. */
const MAX_SLICE_MS = 2 ** 31 - 1;

/** Resolves after `delayMs`, however long; rejects with the signal's reason when it aborts. */
export async function sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
  let leftMs = delayMs;
  for (; leftMs > MAX_SLICE_MS; leftMs -= MAX_SLICE_MS) await slice(MAX_SLICE_MS, signal);
  await slice(leftMs, signal);
}

function slice(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, delayMs);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
