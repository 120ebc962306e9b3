import type { ExtensionWorker } from '@/tests/drive/steward-browser';

/** The worker's limits for a silent endpoint: for the first byte, and between two chunks. */
const ENDPOINT_WAITS_MS = [300_000, 60_000];

/**
 * Makes those timers of the worker that have a delay in `waitsMs` end after `shortenedMs`; by default its
 * limits for a silent endpoint. All other timers are unchanged, so the published build runs with shortened
 * limits.
 */
export async function shortenTimeouts(
  worker: ExtensionWorker,
  waitsMs: readonly number[] = ENDPOINT_WAITS_MS,
  shortenedMs = 500,
): Promise<void> {
  await worker.evaluate(
    ([waits, limit]) => {
      const setTimer = globalThis.setTimeout.bind(globalThis);
      const hurried = new Set<number | undefined>(waits);
      globalThis.setTimeout = ((work: () => void, waitMs?: number, ...rest: unknown[]) =>
        setTimer(work, hurried.has(waitMs) ? limit : waitMs, ...rest)) as typeof setTimeout;
    },
    [waitsMs, shortenedMs] as const,
  );
}
