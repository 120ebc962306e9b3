import { browser } from 'wxt/browser';

const PREFIX = 'grant-of-tab:';

/**
 * The tabs in which the user activated Steward with the toolbar button, with their origins. The browser's
 * access to the tab lasts about as long; access granted for an endpoint on the same host must not count for
 * pages. Stored for the browser session: longer than the worker lives, and as long as tab ids are valid.
 */
export interface TabGrants {
  grant(tabId: number, origin: string): Promise<void>;
  has(tabId: number, origin: string): Promise<boolean>;
  /** The tab was closed, or shows another origin. */
  forgetTab(tabId: number): Promise<void>;
  /** The user revoked access to an origin, in all tabs. */
  forgetOrigin(origin: string): Promise<void>;
}

export function createTabGrants(): TabGrants {
  return {
    async grant(tabId, origin) {
      await browser.storage.session.set({ [PREFIX + tabId]: origin });
    },
    async has(tabId, origin) {
      const stored = await browser.storage.session.get(PREFIX + tabId);
      return stored[PREFIX + tabId] === origin;
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
