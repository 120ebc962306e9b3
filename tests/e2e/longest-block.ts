import type { Page } from '@playwright/test';

/** The longest time that the panel's input was blocked since the document was loaded. */
export interface BlockWatch {
  /** The longest task in milliseconds; 0 if none took 50 ms. */
  longestMs(): Promise<number>;
}

type WatchingScope = typeof globalThis & { stewardTestLongestMs?: number };

/** Observes a document's main thread, including the time since it was loaded. */
export async function watchBlocks(page: Page): Promise<BlockWatch> {
  await page.evaluate(() => {
    const scope = globalThis as WatchingScope;
    scope.stewardTestLongestMs = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        scope.stewardTestLongestMs = Math.max(scope.stewardTestLongestMs ?? 0, duration);
      }
    }).observe({ type: 'longtask', buffered: true });
  });
  return { longestMs: () => page.evaluate(() => (globalThis as WatchingScope).stewardTestLongestMs ?? 0) };
}
