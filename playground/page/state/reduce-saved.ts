import {
  changedProviders,
  normaliseRuleSets,
  providersOf,
  type RuleSets,
  rulesOf,
} from '../../filter/rule-sets';
import type { PageAction } from './page-action';
import type { PageState } from './page-state';

/**
 * Applies saved rules that were read again. If both saved and unsaved rules of a provider changed, the user has to
 * resolve the conflict.
 */
export function savedRead(state: PageState, read: RuleSets): PageState {
  const saved = normaliseRuleSets(read);
  if (changedProviders(state.saved, saved).length === 0) return state;
  const before = state.conflict?.before ?? state.saved;
  const drafts = rebaseDrafts(state.drafts, state.saved, saved);
  const unsaved = changedProviders(drafts, saved);
  const changedBoth = changedProviders(before, saved).filter((provider) => unsaved.includes(provider));
  const isUndecided = state.conflict !== null || changedBoth.length > 0;
  return { ...state, drafts, saved, conflict: isUndecided ? { before } : null };
}

/** Applies a successful save. If the file contains other rules than the written ones, these stay unsaved. */
export function saveEnded(
  state: PageState,
  { base, saved: read, notice }: Extract<PageAction, { type: 'save-ended' }>,
): PageState {
  const saved = normaliseRuleSets(read);
  return { ...state, drafts: rebaseDrafts(state.drafts, base, saved), saved, saving: false, notice };
}

/** Applies a save that was refused because somebody else had saved; nothing was written. */
export function saveRefused(state: PageState, savedByOthers: RuleSets): PageState {
  const saved = normaliseRuleSets(savedByOthers);
  const drafts = rebaseDrafts(state.drafts, state.saved, saved);
  // If the others saved the same rules, there is no conflict.
  const isUndecided = changedProviders(drafts, saved).length > 0;
  return {
    ...state,
    drafts,
    saved,
    saving: false,
    conflict: isUndecided ? { before: state.saved } : null,
    notice: isUndecided ? null : { tone: 'done', text: 'The same rules were saved already.' },
  };
}

/** Keeps unsaved changes; providers without unsaved changes get the newly saved rules. */
function rebaseDrafts(drafts: RuleSets, before: RuleSets, now: RuleSets): RuleSets {
  const own = changedProviders(drafts, before);
  return normaliseRuleSets(
    Object.fromEntries(
      [...providersOf(drafts, now)].map((provider) => [
        provider,
        rulesOf(own.includes(provider) ? drafts : now, provider),
      ]),
    ),
  );
}
