import type { PageController, PageStore } from '../state/page-controller';
import { changedProviders, type RuleSets } from '../state/rule-sets';
import { done } from './done';
import { ProtocolFailure } from './protocol-failure';

/** The page as needed to read and write the saved rules. */
interface SavedRulesPage {
  store: PageStore;
  controller: PageController;
}

/**
 * The action `save`: replaces exactly the saved rules that the request names. If saved rules changed while
 * the page has unsaved changes, the requester is notified first, by `saved-changed` or by {@link
 * readSavedAction}; a save after that overwrites them.
 */
export async function saveAction({ store, controller }: SavedRulesPage, replaces: RuleSets): Promise<object> {
  const { conflict, saved } = store.getState();
  if (changedProviders(replaces, saved).length > 0) {
    throw new ProtocolFailure('saved-changed', 'The saved rules are not those that the save was to replace.');
  }
  if (conflict !== null && toldConflicts.has(conflict)) store.dispatch({ type: 'drafts-kept' });
  const outcome = await controller.save();
  if (!outcome.ok && outcome.code === 'saved-changed') markTold(store);
  return done(outcome);
}

/**
 * The action `read-saved`. Also names the providers of an open conflict that the requester was not notified
 * of.
 */
export async function readSavedAction({ store, controller }: SavedRulesPage): Promise<object> {
  const changed = done(await controller.readSaved());
  const { conflict, saved } = store.getState();
  const isNews = conflict !== null && !toldConflicts.has(conflict);
  const open = isNews ? changedProviders(conflict.before, saved) : [];
  markTold(store);
  return { changed: [...new Set([...changed, ...open])].sort() };
}

const toldConflicts = new WeakSet<object>();

function markTold(store: PageStore): void {
  const { conflict } = store.getState();
  if (conflict !== null) toldConflicts.add(conflict);
}
