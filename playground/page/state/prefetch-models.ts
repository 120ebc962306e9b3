import type { PageController, PageStore } from './page-controller';
import type { PageState } from './page-state';
import { areModelsLoaded } from './page-view';

/** Pause before each fetch, in milliseconds. */
const PREFETCH_PAUSE_MS = 100;

/**
 * Fetches the models of providers that are not loaded yet, one provider after another. The user's requests have
 * priority: no fetch starts before the models in view are loaded, or while anything is being fetched or saved. Does not
 * retry a failed fetch.
 */
export function prefetchModels(store: PageStore, controller: PageController): void {
  let isScheduled = false;
  const schedule = (): void => {
    if (isScheduled || nextProvider(store.getState()) === null) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      const provider = nextProvider(store.getState());
      if (provider !== null) void controller.loadModels(provider);
    }, PREFETCH_PAUSE_MS);
  };
  store.subscribe(schedule);
  schedule();
}

/** The next provider to fetch; null if there is none or something else has priority. */
function nextProvider(state: PageState): string | null {
  const { catalogue, loads, models, saving } = state;
  const isBusy = saving || Object.values(loads).some((load) => load.status === 'loading');
  if (catalogue.status !== 'ready' || isBusy || !areModelsLoaded(state)) return null;
  const isAsked = (name: string) => Object.hasOwn(models, name) || Object.hasOwn(loads, name);
  return catalogue.providers.find(({ name }) => !isAsked(name))?.name ?? null;
}
