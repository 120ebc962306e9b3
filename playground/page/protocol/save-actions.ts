import type { PageController, PageStore } from '../state/page-controller';
import { changedProviders, type RuleSets } from '../state/rule-sets';
import { done } from './done';
import { ProtocolFailure } from './protocol-failure';

/** The page, for what reads and writes the saved rules. */
interface SavedRulesPage {
  store: PageStore;
  controller: PageController;
}

/**
 * The `save` of the protocol: it replaces the saved rules that it names, and no others. Where the saved rules changed
 * beside own changes, the other side is told first, by `saved-changed` or by {@link readSavedAction}; a save after that
 * decides that the page's rules count.
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

/** The `read-saved` of the protocol. It names the providers of a question left open as well, unless it was told. */
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
