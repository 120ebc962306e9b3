import { browser } from 'wxt/browser';
import { createSerializer } from '@/src/core/serialize';

/**
 * Creates a function that removes `Origin` and `Referer` from the extension's own requests to a URL's origin, because some local servers
 * refuse an extension's. Call it before each request; it rejects if the browser doesn't take the rule. It adds one session rule per
 * origin, which ends when the browser is closed. Requests of pages, and those to other origins, keep their headers.
 */
export function createOriginRules(): (url: string) => Promise<void> {
  const serially = createSerializer();
  /** The origins that have a rule, as far as this worker knows. */
  const covered = new Set<string>();

  return async (url) => {
    const { origin } = new URL(url);
    if (covered.has(origin)) return;
    const { declarativeNetRequest } = browser;
    // Serialized, so that no other call takes the same id.
    await serially('rules', async () => {
      const rules = await declarativeNetRequest.getSessionRules();
      const id = Math.max(0, ...rules.map((rule) => rule.id)) + 1;
      const added = originRule(id, origin);
      const isThere = rules.some(({ condition }) => condition.urlFilter === added.condition.urlFilter);
      if (!isThere) await declarativeNetRequest.updateSessionRules({ addRules: [added] });
      covered.add(origin);
    });
  };
}

function originRule(id: number, origin: string) {
  return {
    id,
    condition: {
      // The host of the extension's own URLs: its id in Chromium, an internal id in Firefox.
      initiatorDomains: [new URL(browser.runtime.getURL('/')).hostname],
      // Anchored at the start and terminated by a slash, so that no other host or port matches.
      urlFilter: `|${origin}/`,
      resourceTypes: ['xmlhttprequest' as const, 'other' as const],
    },
    action: {
      type: 'modifyHeaders' as const,
      requestHeaders: ['origin', 'referer'].map((header) => ({ header, operation: 'remove' as const })),
    },
  };
}
