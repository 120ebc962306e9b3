import type { Worker } from '@playwright/test';

/**
 * Lets the worker's two waits for a silent endpoint (300 s for the first byte, 60 s between two chunks) pass within
 * half a second. All other timers keep their time: it is the published build, with a clock that hurries.
 */
export async function hurryTimeouts(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const setTimer = globalThis.setTimeout.bind(globalThis);
    const hurried = new Set<number | undefined>([300_000, 60_000]);
    globalThis.setTimeout = ((work: () => void, waitMs?: number, ...rest: unknown[]) =>
      setTimer(work, hurried.has(waitMs) ? 500 : waitMs, ...rest)) as typeof setTimeout;
  });
}
