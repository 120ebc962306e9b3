import { browser } from 'wxt/browser';

const PREFIX = 'grant-of-tab:';

/**
 * The tabs in which the user activated Steward with the toolbar button, with their origins. The browser's own access to
 * a tab lasts about as long, but access that was granted for an endpoint on the same host must not count for pages.
 * Stored for the browser session, which outlives the worker and in which tab ids are valid.
 */
export interface TabGrants {
  grant(tabId: number, origin: string): Promise<void>;
  has(tabId: number, origin: string): Promise<boolean>;
  /** Removes the grant of a tab that was closed or shows another origin. */
  forgetTab(tabId: number): Promise<void>;
  /** Removes the grants of all tabs to an origin whose access the user revoked. */
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
