import { decideModels, isVisible } from '../../filter/decide';
import { changedProviders, providersOf, type RuleSets, rulesOf } from '../../filter/rule-sets';
import { ApiError } from '../api/api-error';
import type { CatalogueApi } from '../api/catalogue-api';
import type { Store } from './create-store';
import { failed, isCode, messageOf, type Outcome } from './outcome';
import type { PageAction } from './page-action';
import type { PageState } from './page-state';

/**
 * The effect of a save: `now` if the proxy's model list matches the saved rules; `after-restart` if it does not, as with
 * a proxy that reads its rules only when it starts; `unknown` if it could not be checked.
 */
type SaveEffect = keyof typeof EFFECT_TEXTS;

/** The result of a save. */
export interface SaveResult {
  /** The providers whose entries in the file changed. */
  providers: readonly string[];
  /** Also `unknown` if nothing had to be written. */
  effective: SaveEffect;
}

const EFFECT_TEXTS = {
  now: 'Saved.',
  'after-restart': 'Saved. The proxy applies the old rules until it restarts.',
  unknown: 'Saved. It could not be checked if the proxy applies these rules already.',
};

const NOTHING_TO_WRITE: Outcome<SaveResult> = { ok: true, value: { providers: [], effective: 'unknown' } };

/**
 * Saves all unsaved changes in one step, reads the file back, and requests the proxy's model list. Nothing is
 * written if the saved rules differ from those that the page had loaded.
 */
export async function saveDrafts(
  store: Store<PageState, PageAction>,
  api: CatalogueApi,
): Promise<Outcome<SaveResult>> {
  const { drafts: written, saved, saving, conflict } = store.getState();
  if (saving) return failed('The rules are being saved.');
  if (conflict) {
    const message = 'The saved rules changed meanwhile. Load them, or keep these rules, first.';
    return { ok: false, code: 'saved-changed', message };
  }
  const changed = changedProviders(written, saved);
  if (changed.length === 0) return NOTHING_TO_WRITE;

  store.dispatch({ type: 'save-started' });
  let providers: readonly string[];
  try {
    providers = await api.saveFilters(withClearedProviders(written, saved), saved);
  } catch (error) {
    const isInFile = isOpen(error) ? await isWritten(api, written, changed) : false;
    if (isInFile !== true) return writeFailed(store, error, isInFile);
    providers = changed;
  }
  const end = (base: RuleSets, read: RuleSets, text: string): Outcome<SaveResult> => {
    store.dispatch({ type: 'save-ended', base, saved: read, notice: { tone: 'failed', text } });
    return failed(text);
  };
  let read: RuleSets;
  try {
    read = (await api.getCatalogue()).saved;
  } catch (error) {
    const reason = messageOf(error);
    const text = `The rules were written, but the file could not be read back: ${reason} Saving again is safe.`;
    const outcome = end(written, written, text);
    if (isCode(error, 'unauthorised')) store.dispatch({ type: 'key-refused', problem: reason });
    return outcome;
  }
  const differing = changedProviders(read, written).filter((name) => changed.includes(name));
  if (differing.length > 0) {
    const names = differing.join(', ');
    return end(saved, read, `Not saved: the proxy’s file holds other rules for ${names} than were written.`);
  }
  const effective = await effectOf(api, store.getState().models, changed, written);
  const notice = { tone: 'done', text: EFFECT_TEXTS[effective] } as const;
  store.dispatch({ type: 'save-ended', base: written, saved: read, notice });
  return { ok: true, value: { providers, effective } };
}

/** True if the server may have written the rules, or may still do so. */
function isOpen(error: unknown): boolean {
  return isCode(error, 'failed') || isCode(error, 'unreachable') || isCode(error, 'unexpected-answer');
}

/** True if the file has these providers' rules; null if it can't be read. */
async function isWritten(
  api: CatalogueApi,
  written: RuleSets,
  providers: readonly string[],
): Promise<boolean | null> {
  try {
    const { saved } = await api.getCatalogue();
    return !changedProviders(saved, written).some((name) => providers.includes(name));
  } catch (error) {
    messageOf(error);
    return null;
  }
}

function writeFailed(
  store: Store<PageState, PageAction>,
  error: unknown,
  isInFile: boolean | null,
): Outcome<SaveResult> {
  const message = messageOf(error);
  if (error instanceof ApiError && error.saved) {
    store.dispatch({ type: 'save-refused', saved: error.saved });
    if (store.getState().conflict === null) return NOTHING_TO_WRITE;
    return { ok: false, code: 'saved-changed', message: `Nothing was saved: ${message}` };
  }
  // A server that answered that it failed writes nothing later; one that gave no clear answer may.
  const isUncertain = isOpen(error) && !(isCode(error, 'failed') && isInFile === false);
  const text = isUncertain
    ? `It is unknown whether the rules were saved: ${message} Saving again is safe.`
    : `Not saved. ${message}`;
  store.dispatch({ type: 'save-failed', message: text });
  if (isCode(error, 'unauthorised')) store.dispatch({ type: 'key-refused', problem: message });
  return failed(text);
}

/** Adds empty rules for providers whose last rule was removed, because a provider that is not named is not written. */
function withClearedProviders(drafts: RuleSets, saved: RuleSets): RuleSets {
  return Object.fromEntries(
    providersOf(drafts, saved).map((provider) => [provider, rulesOf(drafts, provider)]),
  );
}

/**
 * Compares the proxy's model list with the loaded models that these rules leave visible. `unknown` if the list is
 * unavailable or is based on other models than those loaded.
 */
async function effectOf(
  api: CatalogueApi,
  models: PageState['models'],
  providers: readonly string[],
  rules: RuleSets,
): Promise<SaveEffect> {
  if (providers.some((provider) => !Object.hasOwn(models, provider))) return 'unknown';
  let listed: readonly string[];
  try {
    listed = await api.getListedModels();
  } catch (error) {
    messageOf(error);
    return 'unknown';
  }
  const seen = new Set(listed);
  const decisions = providers.flatMap((name) => decideModels(models[name] ?? [], rulesOf(rules, name)));
  const known = new Set(decisions.map(({ id }) => id));
  const isOfThese = (id: string) => providers.some((provider) => id.startsWith(`${provider}/`));
  if (listed.some((id) => isOfThese(id) && !known.has(id))) return 'unknown';
  return decisions.every((model) => isVisible(model) === seen.has(model.id)) ? 'now' : 'after-restart';
}
