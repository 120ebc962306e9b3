import type { PageController, PageStore } from './page-controller';
import type { PageState } from './page-state';
import { areModelsLoaded } from './page-view';

/** Pause before fetching each provider's models. */
export const PREFETCH_PAUSE_MS = 100;

interface PrefetchDeps {
  store: PageStore;
  controller: PageController;
  /** Waits; returns early, without rejecting, when the signal aborts. */
  sleep(timeMs: number, signal: AbortSignal): Promise<void>;
  signal: AbortSignal;
}

/**
 * Fetches the models of providers that are not loaded yet, one after the other, until the signal aborts. User
 * requests have priority: no fetch starts before the models in view are loaded, nor while anything is being
 * fetched or saved. A provider whose fetch failed is not retried.
 */
export async function prefetchModels({ store, controller, sleep, signal }: PrefetchDeps): Promise<void> {
  while (!signal.aborted) {
    await until(store, signal, (state) => nextProvider(state) !== null);
    await sleep(PREFETCH_PAUSE_MS, signal);
    const provider = nextProvider(store.getState());
    if (provider !== null && !signal.aborted) await controller.loadModels(provider);
  }
}

/** The next provider to fetch; null if there is none, or while something else has priority. */
function nextProvider(state: PageState): string | null {
  const { catalogue, loads, models, saving } = state;
  const isBusy = saving || Object.values(loads).some((load) => load.status === 'loading');
  if (catalogue.status !== 'ready' || isBusy || !areModelsLoaded(state)) return null;
  const isAsked = (name: string) => Object.hasOwn(models, name) || Object.hasOwn(loads, name);
  return catalogue.providers.find(({ name }) => !isAsked(name))?.name ?? null;
}

function until(store: PageStore, signal: AbortSignal, holds: (state: PageState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!signal.aborted && !holds(store.getState())) return;
      unsubscribe();
      signal.removeEventListener('abort', check);
      resolve();
    };
    const unsubscribe = store.subscribe(check);
    signal.addEventListener('abort', check);
    check();
  });
}
