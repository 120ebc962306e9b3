import { browser } from 'wxt/browser';
import { pageGone } from '@/src/core/shared-errors';

/** Address of a tab; undefined if the browser hides it, which means that Steward has no access. */
export async function addressOf(tabId: number): Promise<string | undefined> {
  try {
    const { url } = await browser.tabs.get(tabId);
    // Empty before the tab's first page is loaded.
    return url === '' ? undefined : url;
  } catch (error) {
    throw pageGone(String(error));
  }
}
