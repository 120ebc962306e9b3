// @document
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createCatalogueApi } from '@/playground/page/api/catalogue-api';
import { createStore } from '@/playground/page/state/create-store';
import { createPageController } from '@/playground/page/state/page-controller';
import { INITIAL_PAGE_STATE } from '@/playground/page/state/page-state';
import { reducePage } from '@/playground/page/state/reduce-page';
import { catalogueOf } from '@/playground/server/catalogue';
import { createCatalogueRoutes } from '@/playground/server/catalogue-routes';
import { createEnvFile } from '@/playground/server/env-file';
import { createFakeKeyStore } from '../fake-catalogue-api';
import { connect } from './protocol-client';

const PROVIDERS = ['__proto__', 'constructor', 'openai', 'valueof'];

/** The real page on the real routes, with providers of these names. */
async function openPage() {
  const folder = await mkdtemp(join(tmpdir(), 'steward-providers-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const envPath = join(folder, '.env');
  const catalogue = catalogueOf(
    PROVIDERS.map((provider) => ({ id: `${provider}/a`, provider, createdS: null })),
  );
  const routes = createCatalogueRoutes({
    models: {
      providers: PROVIDERS,
      readAll: async () => catalogue,
      idsOf: async (provider) => catalogue.idsOf(provider),
    },
    envFile: createEnvFile(envPath),
  });
  const api = createCatalogueApi({
    fetch: async (path, init) => routes.request(path.replace(/^\/v1/, ''), init),
    readKey: () => null,
    timeoutMs: 5_000,
  });
  const open = async () => {
    const store = createStore(reducePage, INITIAL_PAGE_STATE);
    const controller = createPageController({ store, api, keys: createFakeKeyStore() });
    await controller.start();
    await controller.selectProvider('openai');
    const page = connect({ store, controller });
    onTestFinished(() => page.stop());
    return page;
  };
  return { open, envPath };
}

it.each(PROVIDERS)('the page shows, applies and saves rules of a provider named %s', async (provider) => {
  const { open, envPath } = await openPage();
  const page = await open();
  const rules = Object.fromEntries([[provider, { ignore: ['a*'], whitelist: ['a'] }]]);
  const shown = async () => {
    const { result } = (await page.ask('get-state', {})) as { result: { state: Record<string, unknown> } };
    return JSON.stringify({ drafts: result.state.drafts, saved: result.state.saved });
  };
  const state = { provider, drafts: rules, search: '' };
  expect(await page.ask('apply-state', { state, ifRevision: null })).toMatchObject({ ok: true });
  expect(await shown()).toBe(JSON.stringify({ drafts: rules, saved: {} }));

  const save = { name: 'save', args: { replaces: {} }, ifRevision: null };
  expect(await page.ask('action', save)).toMatchObject({
    ok: true,
    result: { result: { providers: [provider] } },
  });
  expect(await shown()).toBe(JSON.stringify({ drafts: rules, saved: rules }));
  expect(await readFile(envPath, 'utf8')).toContain(`IGNORE_MODELS_${provider.toUpperCase()}=`);

  // The request names the saved rules to replace, so these rules can be overwritten as well.
  const none = { provider: 'openai', drafts: {}, search: '' };
  expect(await page.ask('apply-state', { state: none, ifRevision: null })).toMatchObject({ ok: true });
  const again = { name: 'save', args: { replaces: rules }, ifRevision: null };
  expect(await page.ask('action', again)).toMatchObject({ ok: true });
  expect(await shown()).toBe(JSON.stringify({ drafts: {}, saved: {} }));
});
