import { browser } from 'wxt/browser';
import { createSerializer } from '@/src/core/serialize';

/** Session rules that remove the extension's `Origin` from requests, because some local servers reject it. */
export interface OriginRules {
  /** Updates the rules to match the connections: one per endpoint, for Steward's own requests only. */
  refresh(): Promise<void>;
  /** Runs a task with a rule for an endpoint that isn't stored, of which this is the base URL. Rejects as the task does. */
  runWithRule<Result>(baseUrl: string, task: () => Promise<Result>): Promise<Result>;
}

type Rule = NonNullable<
  Parameters<typeof browser.declarativeNetRequest.updateSessionRules>[0]['addRules']
>[number];

export function createOriginRules(deps: { baseUrls: () => Promise<string[]> }): OriginRules {
  const serially = createSerializer();
  /** The base URL of each running task. */
  const inUse: string[] = [];

  // Serialized, so that no other call adds rules between reading the old ones and replacing them.
  const refresh = () =>
    serially('rules', async () => {
      const { declarativeNetRequest, runtime } = browser;
      const old = await declarativeNetRequest.getSessionRules();
      const baseUrls = [...(await deps.baseUrls()), ...inUse];
      await declarativeNetRequest.updateSessionRules({
        removeRuleIds: old.map((rule) => rule.id),
        addRules: originRulesFor(baseUrls, new URL(runtime.getURL('/')).hostname),
      });
    });

  return {
    refresh,
    async runWithRule(baseUrl, task) {
      inUse.push(baseUrl);
      try {
        await refresh();
        return await task();
      } finally {
        inUse.splice(inUse.indexOf(baseUrl), 1);
        await refresh();
      }
    },
  };
}

/**
 * One rule per origin, with ids from 1. Each removes `Origin` and `Referer` from the extension's own requests to that
 * origin. Requests of pages, and requests to other origins, are unaffected.
 *
 * @param extensionHost host of the extension's own URLs: its id in Chromium, an internal id in Firefox
 */
export function originRulesFor(baseUrls: readonly string[], extensionHost: string): Rule[] {
  const origins = new Set(baseUrls.map((baseUrl) => new URL(baseUrl).origin));
  return [...origins].map((origin, index) => ({
    id: index + 1,
    condition: {
      initiatorDomains: [extensionHost],
      // Anchored at the start and terminated by a slash, so that no other host or port matches.
      urlFilter: `|${origin}/`,
      resourceTypes: ['xmlhttprequest', 'other'],
    },
    action: {
      type: 'modifyHeaders',
      requestHeaders: ['origin', 'referer'].map((header) => ({ header, operation: 'remove' })),
    },
  }));
}
