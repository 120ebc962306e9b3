import type { CatalogueApi } from '../api/catalogue-api';
import type { KeyStore } from '../api/key-store';
import type { Store } from './create-store';
import { createModelLoader } from './model-loader';
import { failed, isCode, messageOf, type Outcome } from './outcome';
import type { PageAction, RestorableState } from './page-action';
import type { PageState } from './page-state';
import { changedProviders, normaliseRuleSets } from './rule-sets';
import { type SaveResult, saveDrafts } from './save-drafts';

/** The page's store. */
export type PageStore = Store<PageState, PageAction>;

/** What the page can do. Failures are outcomes and stand in the state as well; only a defect of the page rejects. */
export interface PageController {
  /** Asks for the catalogue and then for the models in view. */
  start(): Promise<void>;
  /** Keeps the key for this tab and starts anew. Drafts stay. */
  signIn(key: string): Promise<void>;
  /** Shows a provider; answers with the number of its models once they are loaded. Drafts stay. */
  selectProvider(provider: string): Promise<Outcome<number>>;
  /** Fetches a provider's models if they weren't yet; answers with their number. The provider in view stays. */
  loadModels(provider: string): Promise<Outcome<number>>;
  /** Fetches a provider's models anew, or else those in view; answers with their provider and number. */
  refresh(provider?: string): Promise<Outcome<{ provider: string; count: number }>>;
  /** Writes all drafts in one step and looks at what came of it. */
  save(): Promise<Outcome<SaveResult>>;
  /** Reads the saved rules anew; answers with the providers whose saved rules are not those that the page knew. */
  readSaved(): Promise<Outcome<string[]>>;
  /** Drops all drafts; answers with the providers that had any. */
  discard(): Outcome<string[]>;
  /** Puts the page into a state at once, and fetches missing models. `isDiscard`: counts as a discard. */
  applyState(state: RestorableState, isDiscard?: boolean): void;
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
    loadModels: (provider) => loadModels(provider, 'missing'),
    async refresh(asked) {
      const provider = asked ?? store.getState().provider;
      if (provider === null) return failed('There is no provider to refresh.');
      const outcome = await loadModels(provider, 'anew');
      return outcome.ok ? { ok: true, value: { provider, count: outcome.value } } : outcome;
    },
    save: () => saveDrafts(store, api),
    readSaved: () => readSaved(store, api),
    discard() {
      const { drafts, saved, saving } = store.getState();
      if (saving) return failed('The rules are just being saved.');
      store.dispatch({ type: 'drafts-discarded' });
      return { ok: true, value: changedProviders(drafts, saved) };
    },
    applyState(state, isDiscard = false) {
      store.dispatch({ type: 'state-applied', state, isDiscard });
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

async function readSaved(store: PageStore, api: CatalogueApi): Promise<Outcome<string[]>> {
  const known = store.getState().saved;
  if (store.getState().saving) return failed('The rules are just being saved.');
  try {
    const read = normaliseRuleSets((await api.getCatalogue()).saved);
    const { saved, saving } = store.getState();
    // The answer may be from before the save: taking it over would put old rules in the place of new ones.
    if (saving || saved !== known) return failed('The rules were saved just meanwhile. Read them once more.');
    store.dispatch({ type: 'saved-read', saved: read });
    return { ok: true, value: changedProviders(known, read) };
  } catch (error) {
    const message = messageOf(error);
    if (isCode(error, 'unauthorised')) store.dispatch({ type: 'key-refused', problem: message });
    return failed(message);
  }
}
