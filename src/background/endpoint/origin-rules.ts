import { browser } from 'wxt/browser';
import { createSerializer } from '@/src/core/serialize';

/** Session rules that keep endpoints from refusing the extension's origin (some local servers do). */
export interface OriginRules {
  /** Brings the rules in line with the connections: one per endpoint, for Steward's own requests only. */
  refresh(): Promise<void>;
}

type Rule = NonNullable<
  Parameters<typeof browser.declarativeNetRequest.updateSessionRules>[0]['addRules']
>[number];

export function createOriginRules(deps: { baseUrls: () => Promise<string[]> }): OriginRules {
  const serially = createSerializer();
  return {
    // One after the other: between reading the old rules and replacing them nobody else may add any.
    refresh: () =>
      serially('rules', async () => {
        const { declarativeNetRequest, runtime } = browser;
        const old = await declarativeNetRequest.getSessionRules();
        await declarativeNetRequest.updateSessionRules({
          removeRuleIds: old.map((rule) => rule.id),
          addRules: originRulesFor(await deps.baseUrls(), new URL(runtime.getURL('/')).hostname),
        });
      }),
  };
}

/**
 * One rule per origin, with ids from 1. Each takes `Origin` and `Referer` out of requests that the extension itself
 * sends to that origin; requests of pages, and of the extension to other places, are left alone.
 *
 * @param extensionHost the host of the extension's own addresses: its id in Chromium, an internal one in Firefox
 */
export function originRulesFor(baseUrls: readonly string[], extensionHost: string): Rule[] {
  const origins = new Set(baseUrls.map((baseUrl) => new URL(baseUrl).origin));
  return [...origins].map((origin, index) => ({
    id: index + 1,
    condition: {
      initiatorDomains: [extensionHost],
      // Anchored at its start and closed by the slash: no other host or port begins like this.
      urlFilter: `|${origin}/`,
      resourceTypes: ['xmlhttprequest', 'other'],
    },
    action: {
      type: 'modifyHeaders',
      requestHeaders: ['origin', 'referer'].map((header) => ({ header, operation: 'remove' })),
    },
  }));
}
