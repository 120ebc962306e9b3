import type { RuleKind } from '../../filter/decide';
import type { RuleSets } from '../../filter/rule-sets';
import type { ImportMode } from './import-preview';
import type { PageNotice, PageState, Pointer, ProviderEntry } from './page-state';

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
  | { type: 'pinned'; pointer: Pointer }
  | { type: 'hovered'; pointer: Pointer }
  /** Marks the rows of a name, or ends that. */
  | { type: 'shown'; shown: PageState['shown'] }
  | { type: 'field-typed'; kind: RuleKind; text: string }
  /** Adds the patterns in the list's field. */
  | { type: 'rules-added'; kind: RuleKind }
  /** Adds one pattern literally, so that a comma makes it invalid. The list's field shows the outcome. */
  | { type: 'rule-entered'; kind: RuleKind; pattern: string }
  | { type: 'rule-removed'; kind: RuleKind; pattern: string }
  /** Imports a text of rules as previewed. Does nothing if the preview does not allow it. */
  | { type: 'rules-imported'; kind: RuleKind; text: string; mode: ImportMode }
  | { type: 'drafts-discarded' }
  | { type: 'discard-undone' }
  /** `isDiscard` is true if the state replaces unsaved rules by the saved ones, as `drafts-discarded` does. */
  | { type: 'state-applied'; state: RestorableState; isDiscard?: boolean }
  | { type: 'told'; notice: PageNotice | null }
  | { type: 'save-started' }
  /**
   * The rules were written. `saved` contains the rules read back from the file, or the written ones if the file cannot
   * be read. Providers whose rules equal `base` get those of the file.
   */
  | { type: 'save-ended'; base: RuleSets; saved: RuleSets; notice: PageNotice }
  /** The saved rules differ from those that the page had loaded; nothing was written. */
  | { type: 'save-refused'; saved: RuleSets }
  | { type: 'save-failed'; message: string }
  /** The server's file was read again. */
  | { type: 'saved-read'; saved: RuleSets }
  | { type: 'drafts-kept' };
