import type { Clock } from '@/src/core/ports/clock';

/**
 * A clock that never runs backwards during the life of a worker: `steady` measures the time that passes, and of changes
 * to the wall clock only advances are applied, e.g. after a suspension of the computer. Otherwise setting the clock
 * back by an hour would prolong each wait by an hour.
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

/** Longest delay of `setTimeout`, in milliseconds; timers with longer delays fire at once. */
const MAX_SLICE_MS = 2 ** 31 - 1;

/**
 * Resolves after `delayMs`, which may exceed the limit of `setTimeout`; rejects with the signal's reason when it
 * aborts.
 */
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
