import { browser } from 'wxt/browser';
import { z } from 'zod';

const PREFIX = 'grant-of-tab:';
const originSchema = z.string();

/**
 * On which tabs the user turned Steward on with its toolbar button, and for which origin. The browser gives its
 * access to the tab for about as long; what it gave for an endpoint on the same host must not count for pages.
 * Kept for the browser session: it outlives the worker, and tab ids don't outlive the browser.
 */
export interface TabGrants {
  grant(tabId: number, origin: string): Promise<void>;
  has(tabId: number, origin: string): Promise<boolean>;
  /** The tab is closed, or shows another origin. */
  forgetTab(tabId: number): Promise<void>;
  /** The user withdrew what was given for an origin, in all tabs. */
  forgetOrigin(origin: string): Promise<void>;
}

export function createTabGrants(): TabGrants {
  return {
    async grant(tabId, origin) {
      await browser.storage.session.set({ [PREFIX + tabId]: origin });
    },
    async has(tabId, origin) {
      const stored = await browser.storage.session.get(PREFIX + tabId);
      const parsed = originSchema.safeParse(stored[PREFIX + tabId]);
      return parsed.success && parsed.data === origin;
    },
    async forgetTab(tabId) {
      await browser.storage.session.remove(PREFIX + tabId);
    },
    async forgetOrigin(origin) {
      const stored = await browser.storage.session.get(null);
      const keys = Object.keys(stored).filter((key) => key.startsWith(PREFIX) && stored[key] === origin);
      await browser.storage.session.remove(keys);
    },
  };
}
