import { changedProviders, normaliseRuleSets } from '../../filter/rule-sets';
import type { CatalogueApi } from '../api/catalogue-api';
import type { Store } from './create-store';
import { createModelLoader } from './model-loader';
import { failed, isCode, messageOf, type Outcome } from './outcome';
import type { PageAction, RestorableState } from './page-action';
import type { PageState } from './page-state';
import { isInView } from './page-view';
import { type SaveResult, saveDrafts } from './save-drafts';

export type PageStore = Store<PageState, PageAction>;

/** Stores the API key until the tab is closed. */
export interface KeyStore {
  read(): string | null;
  write(key: string): void;
}

/**
 * The operations of the page. Failures are returned as outcomes and stored in the state; promises reject only because
 * of a bug in the page.
 */
export interface PageController {
  /** Loads the catalogue and then the models of the provider in view. */
  start(): Promise<void>;
  /** Stores the key for this tab and loads everything again. Keeps unsaved changes. */
  signIn(key: string): Promise<void>;
  /** Shows a provider; resolves with the number of its models once they are loaded. Keeps unsaved changes. */
  selectProvider(provider: string): Promise<Outcome<number>>;
  /**
   * Fetches a provider's models if they are not loaded yet; resolves with their number. Does not change the provider in
   * view.
   */
  loadModels(provider: string): Promise<Outcome<number>>;
  /** Fetches the models of a provider again, by default of the one in view; resolves with provider and number. */
  refresh(provider?: string): Promise<Outcome<{ provider: string; count: number }>>;
  /** Saves all unsaved changes in one step and verifies the result. */
  save(): Promise<Outcome<SaveResult>>;
  /** Reads the saved rules again; resolves with the providers whose saved rules changed. */
  readSaved(): Promise<Outcome<string[]>>;
  /** Discards all unsaved changes; returns the providers that had any. */
  discard(): Outcome<string[]>;
  /** Applies a state synchronously, then fetches missing models. With `isDiscard` it counts as a discard. */
  applyState(state: RestorableState, isDiscard?: boolean): void;
  /**
   * Scrolls to the rows of a model's id or of a rule's pattern, and marks them for two seconds. Returns false, and does nothing, if
   * no such row is in view: provider and search are left as they are, since a checkpoint keeps them.
   */
  show(name: string): boolean;
}

/** Time for which shown rows are marked, in milliseconds. */
const MARK_MS = 2_000;

/** Creates the controller on a store and the server's API. */
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
      const outcome = await loadModels(provider, 'always');
      return outcome.ok ? { ok: true, value: { provider, count: outcome.value } } : outcome;
    },
    save: () => saveDrafts(store, api),
    readSaved: () => readSaved(store, api),
    discard() {
      const { drafts, saved, saving } = store.getState();
      if (saving) return failed('The rules are being saved.');
      store.dispatch({ type: 'drafts-discarded' });
      return { ok: true, value: changedProviders(drafts, saved) };
    },
    applyState(state, isDiscard = false) {
      store.dispatch({ type: 'state-applied', state, isDiscard });
      void loadModels(state.provider, 'missing');
    },
    show(name) {
      if (!isInView(store.getState(), name)) return false;
      // A new object each time, so that the same name is scrolled to again.
      const shown = { name };
      store.dispatch({ type: 'shown', shown });
      setTimeout(() => {
        if (store.getState().shown === shown) store.dispatch({ type: 'shown', shown: null });
      }, MARK_MS);
      return true;
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
    // Without a key there is no error to show yet: the form requests a key.
    const problem = keys.read() === null ? null : message;
    store.dispatch(locked ? { type: 'key-refused', problem } : { type: 'catalogue-failed', message });
  }
}

async function readSaved(store: PageStore, api: CatalogueApi): Promise<Outcome<string[]>> {
  const known = store.getState().saved;
  if (store.getState().saving) return failed('The rules are being saved.');
  try {
    const read = normaliseRuleSets((await api.getCatalogue()).saved);
    const { saved, saving } = store.getState();
    // The answer may be older than the save; using it would replace new rules by old ones.
    if (saving || saved !== known) return failed('The rules were saved in the meantime. Read them again.');
    store.dispatch({ type: 'saved-read', saved: read });
    return { ok: true, value: changedProviders(known, read) };
  } catch (error) {
    const message = messageOf(error);
    if (isCode(error, 'unauthorised')) store.dispatch({ type: 'key-refused', problem: message });
    return failed(message);
  }
}
