import type { CatalogueApi } from '../api/catalogue-api';
import type { Store } from './create-store';
import { failed, isCode, messageOf, type Outcome } from './outcome';
import type { PageAction } from './page-action';
import type { PageState } from './page-state';

/**
 * Fetches a provider's models and resolves with their number. `missing` sends a request only if they are neither loaded
 * nor loading; `always` sends one in any case, and the latest request counts.
 */
export type ModelLoader = (provider: string, want: 'missing' | 'always') => Promise<Outcome<number>>;

/** Creates the loader. Answers are stored under the requested provider, however late they arrive. */
export function createModelLoader(store: Store<PageState, PageAction>, api: CatalogueApi): ModelLoader {
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
      return failed(message);
    }
  };

  return async (provider, want) => {
    const { models } = store.getState();
    if (want === 'missing') {
      const loaded = Object.hasOwn(models, provider) ? models[provider] : undefined;
      if (loaded) return { ok: true, value: loaded.length };
      const shared = underWay.get(provider);
      if (shared) return shared;
    }
    const load = fetchModels(provider);
    underWay.set(provider, load);
    try {
      return await load;
    } finally {
      if (underWay.get(provider) === load) underWay.delete(provider);
    }
  };
}
