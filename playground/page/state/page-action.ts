import type { RuleKind } from '../../filter/decide';
import type { Pointer, ProviderEntry } from './page-state';
import type { RuleSets } from './rule-sets';

/** The part of the page that can be put back: the page protocol's `apply-state`. */
export interface RestorableState {
  provider: string;
  drafts: RuleSets;
  search: string;
}

/** Everything that can happen to the page. Clicks and page-protocol requests end in the same actions. */
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
  | { type: 'field-typed'; kind: RuleKind; text: string }
  /** Takes the patterns of the list's field. */
  | { type: 'rules-added'; kind: RuleKind }
  | { type: 'rule-removed'; kind: RuleKind; pattern: string }
  | { type: 'rules-replaced'; kind: RuleKind; patterns: readonly string[] }
  | { type: 'drafts-discarded' }
  | { type: 'discard-undone' }
  | { type: 'state-applied'; state: RestorableState }
  | { type: 'save-started' }
  /** `written` is what was sent; drafts may have gone on since. */
  | { type: 'save-done'; written: RuleSets; providers: readonly string[] }
  /** The server's rules were not those the page had started from; nothing was written. */
  | { type: 'save-refused'; saved: RuleSets }
  | { type: 'save-failed'; message: string }
  | { type: 'drafts-kept' };
