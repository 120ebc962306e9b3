import { browser } from 'wxt/browser';
import type { PageBinding } from '@/src/schema/page-binding';

/**
 * The tabs at these origins with the pages that `identify` finds there, the most recently used tab first. No other tab is
 * identified.
 */
export async function pagesAt(
  origins: ReadonlySet<string>,
  identify: (tabId: number) => Promise<PageBinding | null>,
) {
  const tabs = await browser.tabs.query({});
  const there = tabs
    .filter(({ url }) => url !== undefined && origins.has(originOf(url)))
    // Older browsers don't report the time.
    .toSorted((one, other) => (other.lastAccessed ?? 0) - (one.lastAccessed ?? 0))
    .flatMap(({ id }) => id ?? []);
  return Promise.all(there.map(async (tabId) => ({ tabId, page: await identify(tabId) })));
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}
