import { ApiError } from '../api/api-error';
import type { CatalogueApi } from '../api/catalogue-api';
import type { KeyStore } from '../api/key-store';
import type { Store } from './create-store';
import type { PageAction, RestorableState } from './page-action';
import type { PageState } from './page-state';
import { changedProviders, providersOf, type RuleSets, rulesOf } from './rule-sets';

/** The page's store. */
export type PageStore = Store<PageState, PageAction>;

/** How something that needs the server ended; `message` is a sentence for the person. */
export type Outcome<Value> = { ok: true; value: Value } | { ok: false; message: string };

/** What the page can do. Failures are outcomes and stand in the state as well; only a defect of the page rejects. */
export interface PageController {
  /** Asks for the catalogue and then for the models in view. */
  start(): Promise<void>;
  /** Keeps the key for this tab and starts anew. Drafts stay. */
  signIn(key: string): Promise<void>;
  /** Shows a provider; answers with the number of its models once they are loaded. Drafts stay. */
  selectProvider(provider: string): Promise<Outcome<number>>;
  /** Fetches the models in view anew; answers with their provider and number. */
  refresh(): Promise<Outcome<{ provider: string; count: number }>>;
  /** Writes all drafts in one step; answers with the providers whose saved rules changed. */
  save(): Promise<Outcome<string[]>>;
  /** Drops all drafts; answers with the providers that had any. */
  discard(): Outcome<string[]>;
  /** Puts the page into a state at once; models that this needs are fetched behind it. */
  applyState(state: RestorableState): void;
}

/** Makes the controller over a store and the server. */
export function createPageController(deps: {
  store: PageStore;
  api: CatalogueApi;
  keys: KeyStore;
}): PageController {
  const { store, api, keys } = deps;
  const loadModels = createModelLoader(store, api);

  const start = async (): Promise<void> => {
    await loadCatalogue(store, api, keys);
    const { catalogue, provider } = store.getState();
    if (catalogue.status === 'ready' && provider !== null) await loadModels(provider, 'missing');
  };

  return {
    start,
    async signIn(key) {
      keys.write(key);
      await start();
    },
    selectProvider(provider) {
      store.dispatch({ type: 'provider-selected', provider });
      return loadModels(provider, 'missing');
    },
    async refresh() {
      const { provider } = store.getState();
      if (provider === null) return { ok: false, message: 'There is no provider to refresh.' };
      const outcome = await loadModels(provider, 'anew');
      return outcome.ok ? { ok: true, value: { provider, count: outcome.value } } : outcome;
    },
    save: () => save(store, api),
    discard() {
      const { drafts, saved, saving } = store.getState();
      if (saving) return { ok: false, message: 'The rules are just being saved.' };
      store.dispatch({ type: 'drafts-discarded' });
      return { ok: true, value: changedProviders(drafts, saved) };
    },
    applyState(state) {
      store.dispatch({ type: 'state-applied', state });
      void loadModels(state.provider, 'missing');
    },
  };
}

async function loadCatalogue(store: PageStore, api: CatalogueApi, keys: KeyStore): Promise<void> {
  store.dispatch({ type: 'catalogue-requested' });
  try {
    store.dispatch({ type: 'catalogue-loaded', ...(await api.getCatalogue()) });
  } catch (error) {
    const message = messageOf(error);
    const locked = isCode(error, 'unauthorised');
    // Who has not given a key yet has done nothing wrong: the form alone says what is wanted.
    const problem = keys.read() === null ? null : message;
    store.dispatch(locked ? { type: 'key-refused', problem } : { type: 'catalogue-failed', message });
  }
}

/** Fetches models. `missing` asks only if they are not there or on their way; `anew` always, and the newest counts. */
function createModelLoader(store: PageStore, api: CatalogueApi) {
  const underWay = new Map<string, Promise<Outcome<number>>>();
  let request = 0;

  const fetchModels = async (provider: string): Promise<Outcome<number>> => {
    request += 1;
    const own = { provider, request };
    store.dispatch({ type: 'models-requested', ...own });
    try {
      const models = await api.getModels(provider);
      store.dispatch({ type: 'models-loaded', ...own, models });
      return { ok: true, value: models.length };
    } catch (error) {
      const message = messageOf(error);
      store.dispatch({ type: 'models-failed', ...own, message });
      if (isCode(error, 'unauthorised')) store.dispatch({ type: 'key-refused', problem: message });
      return { ok: false, message };
    }
  };

  return async (provider: string, want: 'missing' | 'anew'): Promise<Outcome<number>> => {
    const { models } = store.getState();
    if (want === 'missing') {
      const loaded = Object.hasOwn(models, provider) ? models[provider] : undefined;
      if (loaded) return { ok: true, value: loaded.length };
      const shared = underWay.get(provider);
      if (shared) return shared;
    }
    const load = fetchModels(provider);
    underWay.set(provider, load);
    const outcome = await load;
    if (underWay.get(provider) === load) underWay.delete(provider);
    return outcome;
  };
}

async function save(store: PageStore, api: CatalogueApi): Promise<Outcome<string[]>> {
  const { drafts, saved, saving, conflict } = store.getState();
  if (saving) return { ok: false, message: 'The rules are just being saved.' };
  if (conflict) {
    return {
      ok: false,
      message: 'The saved rules changed meanwhile. Load them, or keep these rules, first.',
    };
  }
  if (changedProviders(drafts, saved).length === 0) return { ok: true, value: [] };
  store.dispatch({ type: 'save-started' });
  try {
    const providers = await api.saveFilters(withClearedProviders(drafts, saved), saved);
    store.dispatch({ type: 'save-done', written: drafts, providers });
    return { ok: true, value: providers };
  } catch (error) {
    const message = messageOf(error);
    if (error instanceof ApiError && error.saved) {
      store.dispatch({ type: 'save-refused', saved: error.saved });
      return { ok: false, message: `Nothing was saved: ${message}` };
    }
    store.dispatch({ type: 'save-failed', message: `Not saved. ${message}` });
    if (isCode(error, 'unauthorised')) store.dispatch({ type: 'key-refused', problem: message });
    return { ok: false, message };
  }
}

/** Names providers that lost their last rule as well: what is not named is not written. */
function withClearedProviders(drafts: RuleSets, saved: RuleSets): RuleSets {
  return Object.fromEntries(
    providersOf(drafts, saved).map((provider) => [provider, rulesOf(drafts, provider)]),
  );
}

function isCode(error: unknown, code: ApiError['code']): boolean {
  return error instanceof ApiError && error.code === code;
}

/** A thrown value that is no ApiError is a defect of the page; it must not be taken for the server's word. */
function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  throw error;
}
