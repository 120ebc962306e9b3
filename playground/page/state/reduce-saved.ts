import { assertNever } from '../../assert-never';
import type { PageAction, SaveEffect } from './page-action';
import type { PageState } from './page-state';
import {
  changedProviders,
  normaliseRuleSets,
  providersOf,
  type RuleSets,
  rulesOf,
  sameRules,
} from './rule-sets';

type Of<Type extends PageAction['type']> = Extract<PageAction, { type: Type }>;

/**
 * Applies the saved rules that were read again. If saved and unsaved rules of a provider both changed, the
 * user has to resolve the conflict.
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

/** The rules were written, and the file holds them. */
export function saveDone(state: PageState, action: Of<'save-done'>): PageState {
  const written = normaliseRuleSets(action.written);
  const saved = normaliseRuleSets(action.saved);
  return {
    ...state,
    drafts: rebaseDrafts(state.drafts, written, saved),
    saved,
    saving: false,
    notice: { tone: 'done', text: `Saved.${effectText(action.effective)}`, undo: null },
  };
}

/** The file holds other rules than those that were written, which become unsaved changes. */
export function saveDiffered(state: PageState, action: Of<'save-differed'>): PageState {
  const saved = normaliseRuleSets(action.saved);
  const text = `Not saved: the proxy’s file holds other rules for ${action.providers.join(', ')} than were written.`;
  return {
    ...state,
    drafts: rebaseDrafts(state.drafts, state.saved, saved),
    saved,
    saving: false,
    notice: { tone: 'failed', text, undo: null },
  };
}

/** The server reported success, but the file could not be verified. */
export function saveUnconfirmed(state: PageState, action: Of<'save-unconfirmed'>): PageState {
  return {
    ...state,
    saved: normaliseRuleSets(action.written),
    saving: false,
    notice: { tone: 'failed', text: action.message, undo: null },
  };
}

/** Somebody else saved in the meantime, and nothing was written. */
export function saveRefused(state: PageState, savedByOthers: RuleSets): PageState {
  const saved = normaliseRuleSets(savedByOthers);
  const drafts = rebaseDrafts(state.drafts, state.saved, saved);
  // The others may have saved the same rules: then there is no conflict.
  const isUndecided = changedProviders(drafts, saved).length > 0;
  return {
    ...state,
    drafts,
    saved,
    saving: false,
    conflict: isUndecided ? { before: state.saved } : null,
    notice: isUndecided ? null : { tone: 'done', text: 'The same rules were saved already.', undo: null },
  };
}

/** Keeps unsaved changes; providers without any get the newly saved rules. */
function rebaseDrafts(drafts: RuleSets, before: RuleSets, now: RuleSets): RuleSets {
  const isOwn = (provider: string) => !sameRules(rulesOf(drafts, provider), rulesOf(before, provider));
  const providers = [...new Set([...providersOf(drafts, now), ...Object.keys(before)])];
  return normaliseRuleSets(
    Object.fromEntries(
      providers.map((provider) => [provider, rulesOf(isOwn(provider) ? drafts : now, provider)]),
    ),
  );
}

function effectText(effective: SaveEffect): string {
  switch (effective) {
    case 'now':
      return '';
    case 'after-restart':
      return ' The proxy applies the old rules until it restarts.';
    case 'unknown':
      return ' It could not be checked if the proxy applies these rules already.';
    default:
      return assertNever(effective);
  }
}
