import { ApiError } from '../api/api-error';
import type { CatalogueApi } from '../api/catalogue-api';
import type { Store } from './create-store';
import { failed, isCode, messageOf, type Outcome } from './outcome';
import type { PageAction, SaveEffect } from './page-action';
import type { PageState } from './page-state';
import { changedProviders, providersOf, type RuleSets, rulesOf, sameRules } from './rule-sets';
import { saveEffectOf } from './save-effect';

/** The result of a save. */
export interface SaveResult {
  /** The providers whose entries in the file changed. */
  providers: readonly string[];
  /** `unknown` also if nothing had to be written. */
  effective: SaveEffect;
}

/**
 * Saves all unsaved changes in one step, reads the file back, and requests the proxy's model list. Nothing is
 * written if the saved rules differ from those that the page had loaded.
 */
export async function saveDrafts(
  store: Store<PageState, PageAction>,
  api: CatalogueApi,
): Promise<Outcome<SaveResult>> {
  const { drafts, saved, saving, conflict } = store.getState();
  if (saving) return failed('The rules are being saved.');
  if (conflict) {
    const message = 'The saved rules changed meanwhile. Load them, or keep these rules, first.';
    return { ok: false, code: 'saved-changed', message };
  }
  const changed = changedProviders(drafts, saved);
  if (changed.length === 0) return NOTHING_TO_WRITE;

  store.dispatch({ type: 'save-started' });
  let providers: readonly string[];
  try {
    providers = await api.saveFilters(withClearedProviders(drafts, saved), saved);
  } catch (error) {
    return writeFailed(store, error);
  }
  return confirm(store, api, { written: drafts, changed, providers });
}

const NOTHING_TO_WRITE: Outcome<SaveResult> = { ok: true, value: { providers: [], effective: 'unknown' } };

function writeFailed(store: Store<PageState, PageAction>, error: unknown): Outcome<SaveResult> {
  const message = messageOf(error);
  if (error instanceof ApiError && error.saved) {
    store.dispatch({ type: 'save-refused', saved: error.saved });
    if (store.getState().conflict === null) return NOTHING_TO_WRITE;
    return { ok: false, code: 'saved-changed', message: `Nothing was saved: ${message}` };
  }
  // Without a clear answer the server may have written the rules anyway.
  const isUncertain = isCode(error, 'unreachable') || isCode(error, 'unexpected-answer');
  const text = isUncertain
    ? `It is unknown whether the rules were saved: ${message} Saving again is safe.`
    : `Not saved. ${message}`;
  store.dispatch({ type: 'save-failed', message: text });
  if (isCode(error, 'unauthorised')) store.dispatch({ type: 'key-refused', problem: message });
  return failed(text);
}

/** Verifies the write in the file and in the proxy's model list. */
async function confirm(
  store: Store<PageState, PageAction>,
  api: CatalogueApi,
  save: { written: RuleSets; changed: readonly string[]; providers: readonly string[] },
): Promise<Outcome<SaveResult>> {
  const { written, changed, providers } = save;
  let saved: RuleSets;
  try {
    saved = (await api.getCatalogue()).saved;
  } catch (error) {
    const reason = messageOf(error);
    const message = `The rules were written, but the file could not be read back: ${reason} Saving again is safe.`;
    store.dispatch({ type: 'save-unconfirmed', written, message });
    if (isCode(error, 'unauthorised')) store.dispatch({ type: 'key-refused', problem: reason });
    return failed(message);
  }
  const differing = changed.filter((name) => !sameRules(rulesOf(saved, name), rulesOf(written, name)));
  if (differing.length > 0) {
    store.dispatch({ type: 'save-differed', saved, providers: differing });
    const names = differing.join(', ');
    return failed(`The rules were written, but the file holds other rules for ${names}.`);
  }
  const effective = await saveEffectOf(api, store.getState().models, changed, written);
  store.dispatch({ type: 'save-done', written, saved, effective });
  return { ok: true, value: { providers, effective } };
}

/** Includes providers whose last rule was removed: a provider that is not named is not written. */
function withClearedProviders(drafts: RuleSets, saved: RuleSets): RuleSets {
  return Object.fromEntries(
    providersOf(drafts, saved).map((provider) => [provider, rulesOf(drafts, provider)]),
  );
}
