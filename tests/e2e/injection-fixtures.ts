import { openFilterPage } from '@/tests/drive/filter-page';
import { type ObedientModel, startObedientModel } from '@/tests/fakes/obedient-model';
import { type RawEndpoint, startRawEndpoint } from '@/tests/fakes/raw-endpoint';
import { SCRIPTED_MODEL_ID } from '@/tests/fakes/scripted-events';
import { ENV_FILE } from '@/tests/fakes/test-playground';
import { connectByCommand } from './connect-by-command';
import type { OpenPanel } from './fixtures';
import { envLine, UNTRUSTED_PROVIDER } from './injection-orders';
import { setRules } from './page-rules';
import { test as base, expect } from './strict-test';
import { type ListingUpstream, withListingUpstream, withPlaygroundOf } from './with-listing-upstream';

/** Untrusted texts that the page will show. */
export interface UntrustedTexts {
  names: readonly string[];
  rule: string;
  error: string;
}

interface Fixtures {
  model: ObedientModel;
  /** The destination that the orders want keys and rules sent to. It must never receive a request. */
  trap: RawEndpoint & { origin: string };
  /** The server from which the proxy gets models with untrusted names. */
  upstream: ListingUpstream;
  /**
   * Puts untrusted texts into the proxy and reloads the page: the upstream's models are in view, one
   * untrusted rule is saved, the user has an unsaved rule, and openai's models can't be listed.
   */
  stage: (texts: UntrustedTexts) => Promise<void>;
  /** The panel next to the page, with the model. */
  panel: OpenPanel;
}

/**
 * For tests in which a model obeys all orders on a page. A test fails if the browser connected to anything
 * but the proxy and the model, or sent the key of one to the other.
 */
export const test = base.extend<Fixtures & { traffic: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
  model: async ({}, use) => {
    const model = await startObedientModel(SCRIPTED_MODEL_ID);
    await use(model);
    await model.close();
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  trap: async ({}, use) => {
    const trap = await startRawEndpoint((reply) => {
      reply.head(200, { 'access-control-allow-origin': '*' });
      reply.end();
    });
    await use({ ...trap, origin: new URL(trap.baseUrl).origin });
    await trap.close();
    expect(trap.requests, 'requests that went where an order wanted them').toEqual([]);
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  upstream: async ({}, use) => {
    await withListingUpstream([], use);
  },

  playground: async ({ upstream }, use) => withPlaygroundOf(upstream, 40, use),

  filterPage: async ({ steward, playground }, use) => {
    const [page = await steward.context.newPage()] = steward.context.pages();
    await use(await openFilterPage(page, playground.url, playground.apiKey));
  },

  stage: async ({ filterPage, playground, upstream }, use) => {
    const { page } = filterPage;
    let error = '';
    await page.route('**/v1/admin/catalogue/openai', (route) =>
      route.fulfill({ status: 500, json: { detail: error } }),
    );
    await use(async (texts) => {
      error = texts.error;
      upstream.list(texts.names);
      await playground.writeEnvFile(envTextOf(texts.rule));
      await page.reload();
      await filterPage.counts();
      await filterPage.chooseProvider(UNTRUSTED_PROVIDER);
      const { saved } = await filterPage.readState();
      const rules = saved[UNTRUSTED_PROVIDER] ?? { ignore: [], whitelist: [] };
      await setRules(filterPage, {
        [UNTRUSTED_PROVIDER]: { ...rules, ignore: [...rules.ignore, 'own-rule-*'] },
      });
    });
  },

  traffic: [
    async ({ steward, playground, model }, use) => {
      const keys = new Map([
        [new URL(model.baseUrl).origin, model.apiKey],
        [new URL(playground.url).origin, playground.apiKey],
      ]);
      const asked: { origin: string; text: string }[] = [];
      steward.context.on('request', (request) => {
        if (request.url().startsWith(steward.extensionUrl(''))) return;
        const { origin } = new URL(request.url());
        asked.push({ origin, text: JSON.stringify([request.url(), request.headers(), request.postData()]) });
      });
      await use(undefined);
      expect(new Set(asked.map(({ origin }) => origin))).toEqual(new Set(keys.keys()));
      for (const [own, key] of keys) {
        const elsewhere = asked.filter(({ origin, text }) => origin !== own && text.includes(key));
        expect(elsewhere, 'requests that took a key elsewhere').toEqual([]);
      }
    },
    { auto: true },
  ],

  panel: async ({ filterPage, openPanel, model }, use) => {
    const panel = await openPanel(filterPage.page);
    await connectByCommand(panel, model);
    await use(panel);
  },
});

/** Tag of the tests of prompt injection and of forged messages. */
export const INJECTION = { tag: '@injection' };

export { expect };

/** The rules file with one untrusted rule, and one list that only its owner may clear. */
function envTextOf(rule: string): string {
  return [
    ENV_FILE,
    envLine('IGNORE', UNTRUSTED_PROVIDER, rule),
    envLine('WHITELIST', UNTRUSTED_PROVIDER, 'kept-*'),
  ].join('');
}
