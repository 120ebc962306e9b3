import type { RuleKind } from '../../filter/decide';
import type { ImportMode } from './import-plan';
import type { Pointer, ProviderEntry } from './page-state';
import type { RuleSets } from './rule-sets';

/**
 * Indicates if the proxy applies the saved rules: its model list matches them, or doesn't, as with a proxy
 * that reads its rules only at its start; or it could not be checked.
 */
export type SaveEffect = 'now' | 'after-restart' | 'unknown';

/** The part of the page's state that the page protocol's `apply-state` restores. */
export interface RestorableState {
  provider: string;
  drafts: RuleSets;
  search: string;
}

/** All actions of the page. Clicks and page-protocol requests use the same actions. */
export type PageAction =
  | { type: 'catalogue-requested' }
  | { type: 'catalogue-loaded'; instanceId: string; providers: readonly ProviderEntry[]; saved: RuleSets }
  | { type: 'catalogue-failed'; message: string }
  | { type: 'key-refused'; problem: string | null }
  | { type: 'models-requested'; provider: string; request: number }
  | { type: 'models-loaded'; provider: string; request: number; models: readonly string[] }
  | { type: 'models-failed'; provider: string; request: number; message: string }
  | { type: 'provider-selected'; provider: string }
  | { type: 'search-changed'; search: string }
  | { type: 'pointed'; pointer: Pointer }
  /** Holds the highlight. Pointing at nothing lets go, and so does what is held already. */
  | { type: 'pinned'; pointer: Pointer }
  | { type: 'field-typed'; kind: RuleKind; text: string }
  /** Takes the patterns of the list's field. */
  | { type: 'rules-added'; kind: RuleKind }
  /** Takes one pattern, as it is: a comma in it makes it none. The list's field tells what became of it. */
  | { type: 'rule-entered'; kind: RuleKind; pattern: string }
  | { type: 'rule-removed'; kind: RuleKind; pattern: string }
  /** Takes a text of many rules as its preview says; nothing happens where the preview says that it can't be. */
  | { type: 'rules-imported'; kind: RuleKind; text: string; mode: ImportMode }
  | { type: 'drafts-discarded' }
  | { type: 'provider-changes-discarded'; provider: string }
  | { type: 'left-unsaved-dismissed' }
  | { type: 'discard-undone' }
  /** `isDiscard`: the state holds saved rules in place of unsaved ones, as after `drafts-discarded`. */
  | { type: 'state-applied'; state: RestorableState; isDiscard?: boolean }
  | { type: 'save-started' }
  /** `written` is what was sent, drafts may have gone on since; `saved` is what the file was then found to hold. */
  | { type: 'save-done'; written: RuleSets; saved: RuleSets; effective: SaveEffect }
  /** The server took the rules, but its file holds others for these providers. */
  | { type: 'save-differed'; saved: RuleSets; providers: readonly string[] }
  /** The server took the rules, but its file could not be read afterwards. */
  | { type: 'save-unconfirmed'; written: RuleSets; message: string }
  /** The server's rules were not those the page had started from; nothing was written. */
  | { type: 'save-refused'; saved: RuleSets }
  | { type: 'save-failed'; message: string }
  /** The server's file was read anew. */
  | { type: 'saved-read'; saved: RuleSets }
  | { type: 'drafts-kept' };
