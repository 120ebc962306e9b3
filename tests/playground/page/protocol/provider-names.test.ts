// @document
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createCatalogueApi } from '@/playground/page/api/catalogue-api';
import { createStore } from '@/playground/page/state/create-store';
import { createPageController } from '@/playground/page/state/page-controller';
import { INITIAL_PAGE_STATE } from '@/playground/page/state/page-state';
import { reducePage } from '@/playground/page/state/reduce-page';
import { catalogueOf } from '@/playground/server/catalogue';
import { createCatalogueRoutes } from '@/playground/server/catalogue-routes';
import { createEnvFile } from '@/playground/server/env-file';
import { temporaryFolder } from '@/tests/temporary-folder';
import { createFakeKeyStore } from '../fake-catalogue-api';
import { connectTo } from './connect-to-page';

const PROVIDERS = ['__proto__', 'constructor', 'openai', 'valueof'];

it.each(PROVIDERS)('the page shows, applies and saves rules of a provider named %s', async (provider) => {
  const envPath = `${await temporaryFolder()}/.env`;
  const catalogue = catalogueOf(
    PROVIDERS.map((name) => ({ id: `${name}/a`, provider: name, createdS: null })),
  );
  const models = {
    providers: PROVIDERS,
    readAll: async () => catalogue,
    idsOf: async () => [`${provider}/a`],
  };
  const routes = createCatalogueRoutes({ models, envFile: createEnvFile(envPath) });
  const api = createCatalogueApi({
    fetch: async (path, init) => routes.request(path.replace(/^\/v1/, ''), init),
    readKey: () => null,
    timeoutMs: 5_000,
  });
  const store = createStore(reducePage, INITIAL_PAGE_STATE);
  const page = connectTo({
    store,
    controller: createPageController({ store, api, keys: createFakeKeyStore() }),
  });
  await page.controller.start();
  const given = Object.fromEntries([[provider, { ignore: ['a*'], whitelist: ['a'] }]]);
  for (const [drafts, replaces] of [
    [given, {}],
    // The request names the saved rules to replace, so these can be overwritten as well.
    [{}, given],
  ] as const) {
    const state = { provider: 'openai', drafts, search: '' };
    expect(await page.ask('apply-state', { state, ifRevision: null })).toMatchObject({ ok: true });
    expect(await page.act('save', { replaces })).toMatchObject({
      result: { result: { providers: [provider] } },
    });
    const { drafts: shown, saved } = store.getState();
    expect(JSON.stringify([shown, saved])).toBe(JSON.stringify([drafts, drafts]));
    const isInFile = (await readFile(envPath, 'utf8')).includes(`IGNORE_MODELS_${provider.toUpperCase()}=`);
    expect(isInFile).toBe(drafts === given);
  }
});
