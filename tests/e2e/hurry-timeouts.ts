import type { Worker } from '@playwright/test';

/** The worker's waits for a silent endpoint: for the first byte, and between two chunks. */
const ENDPOINT_WAITS_MS = [300_000, 60_000];

/**
 * Lets those timers of the worker that take one of `waitsMs` end after `hurriedMs`; by default its waits for a silent
 * endpoint. All other timers keep their time: it is the published build, with a clock that hurries.
 */
export async function hurryTimeouts(
  worker: Worker,
  waitsMs: readonly number[] = ENDPOINT_WAITS_MS,
  hurriedMs = 500,
): Promise<void> {
  await worker.evaluate(
    ([waits, limit]) => {
      const setTimer = globalThis.setTimeout.bind(globalThis);
      const hurried = new Set<number | undefined>(waits);
      globalThis.setTimeout = ((work: () => void, waitMs?: number, ...rest: unknown[]) =>
        setTimer(work, hurried.has(waitMs) ? limit : waitMs, ...rest)) as typeof setTimeout;
    },
    [waitsMs, hurriedMs] as const,
  );
}
