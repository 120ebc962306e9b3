import { describe, expect, it } from 'vitest';
import { createCatalogueApi } from '@/playground/page/api/catalogue-api';
import { createStore } from '@/playground/page/state/create-store';
import { createPageController } from '@/playground/page/state/page-controller';
import { INITIAL_PAGE_STATE } from '@/playground/page/state/page-state';
import { countsOf } from '@/playground/page/state/page-view';
import { reducePage } from '@/playground/page/state/reduce-page';
import { startTestProxy, type TestProxy } from '../../server/start-test-proxy';
import { createFakeKeyStore } from '../fake-catalogue-api';

/** The page, without its view, on a real proxy, with openai in view. */
async function openPage(proxy: TestProxy) {
  const store = createStore(reducePage, INITIAL_PAGE_STATE);
  const api = createCatalogueApi({
    fetch: (path, init) => fetch(new URL(path, proxy.url), init),
    readKey: () => null,
    timeoutMs: 10_000,
  });
  const controller = createPageController({ store, api, keys: createFakeKeyStore() });
  await controller.start();
  await controller.selectProvider('openai');
  const add = (kind: 'ignore' | 'whitelist', pattern: string) =>
    store.dispatch({ type: 'rule-entered', kind, pattern });
  return { store, controller, add };
}

describe('the effect of a save on a real proxy', () => {
  it('is “now” if the rules are read for each request', async () => {
    const proxy = await startTestProxy();
    const { store, controller, add } = await openPage(proxy);
    add('ignore', '*');
    add('whitelist', 'gpt-4o*');
    expect(await controller.save()).toEqual({
      ok: true,
      value: { providers: ['openai'], effective: 'now' },
    });
    const listed = (await proxy.listIds()).filter((id) => id.startsWith('openai/'));
    expect(listed).toHaveLength(countsOf(store.getState()).visible);
    expect(await proxy.readEnv()).toContain('WHITELIST_MODELS_OPENAI');
  });

  it('is “after-restart” if they are read only at the start', async () => {
    const proxy = await startTestProxy({ applyOnRestart: true });
    const { store, controller, add } = await openPage(proxy);
    add('ignore', 'gpt-4o*');
    expect(await controller.save()).toMatchObject({ ok: true, value: { effective: 'after-restart' } });
    expect(store.getState().notice?.text).toContain('until it restarts');
    const restarted = await startTestProxy({ applyOnRestart: true, envPath: proxy.envPath });
    const later = await openPage(restarted);
    expect(countsOf(later.store.getState())).toEqual(countsOf(store.getState()));
    later.add('ignore', 'no-model-is-called-so');
    expect(await later.controller.save()).toMatchObject({ ok: true, value: { effective: 'now' } });
  });

  it('covers several providers in one', async () => {
    const proxy = await startTestProxy({
      env: "IGNORE_MODELS_OPENAI='o1*'\nIGNORE_MODELS_MISTRAL='*-latest'\n",
    });
    const { controller, store, add } = await openPage(proxy);
    store.dispatch({ type: 'rule-removed', kind: 'ignore', pattern: 'o1*' });
    await controller.selectProvider('mistral');
    add('whitelist', 'codestral-latest');
    expect(await controller.save()).toEqual({
      ok: true,
      value: { providers: ['mistral', 'openai'], effective: 'now' },
    });
    expect(await controller.readSaved()).toEqual({ ok: true, value: [] });
  });
});
