import type { Page } from '@playwright/test';

/** How long the panel's input was blocked at most, since the document was loaded. */
export interface BlockWatch {
  /** The longest single task, in milliseconds; 0 where none took 50 ms. */
  longestMs(): Promise<number>;
}

type WatchingScope = typeof globalThis & { stewardTestLongestMs?: number };

/** Watches a document's main thread; what happened since it was loaded counts, too. */
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
