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
  /** Pins a row. A pointer on nothing, or on the pinned row, unpins. */
  | { type: 'pinned'; pointer: Pointer }
  | { type: 'field-typed'; kind: RuleKind; text: string }
  /** Adds the patterns of the list's field. */
  | { type: 'rules-added'; kind: RuleKind }
  /** Adds one pattern literally; one with a comma is invalid. The list's field shows the outcome. */
  | { type: 'rule-entered'; kind: RuleKind; pattern: string }
  | { type: 'rule-removed'; kind: RuleKind; pattern: string }
  /** Imports a text of rules as previewed; does nothing if the preview says that it can't be imported. */
  | { type: 'rules-imported'; kind: RuleKind; text: string; mode: ImportMode }
  | { type: 'drafts-discarded' }
  | { type: 'provider-changes-discarded'; provider: string }
  | { type: 'left-unsaved-dismissed' }
  | { type: 'discard-undone' }
  /** `isDiscard`: the state replaces unsaved rules by the saved ones, as `drafts-discarded` does. */
  | { type: 'state-applied'; state: RestorableState; isDiscard?: boolean }
  | { type: 'save-started' }
  /** `written`: the rules that were sent; `saved`: those read back from the file. Both may differ from the current ones. */
  | { type: 'save-done'; written: RuleSets; saved: RuleSets; effective: SaveEffect }
  /** The server reported success, but its file holds other rules for these providers. */
  | { type: 'save-differed'; saved: RuleSets; providers: readonly string[] }
  /** The server reported success, but its file could not be read afterwards. */
  | { type: 'save-unconfirmed'; written: RuleSets; message: string }
  /** The saved rules differ from those that the page had loaded; nothing was written. */
  | { type: 'save-refused'; saved: RuleSets }
  | { type: 'save-failed'; message: string }
  /** The server's file was read again. */
  | { type: 'saved-read'; saved: RuleSets }
  | { type: 'drafts-kept' };
