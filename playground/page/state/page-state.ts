import type { RuleKind } from '../../filter/decide';
import type { RuleSets } from '../../filter/rule-sets';
import type { AddOutcome } from '../../filter/rules';

/** A provider as the server lists it; `count` is the number of its models. */
export interface ProviderEntry {
  name: string;
  count: number;
}

/** The state of loading the server's identity and providers. */
type Catalogue =
  | { status: 'loading' }
  /** The server requires a key. `problem` states why the last one was refused. */
  | { status: 'locked'; problem: string | null }
  | { status: 'failed'; message: string }
  | { status: 'ready'; instanceId: string; providers: readonly ProviderEntry[] };

/** A pending or failed fetch of one provider's models. */
export type ModelLoad = { status: 'loading'; request: number } | { status: 'failed'; message: string };

/**
 * The target at which the user points, which determines the highlight: a row under the mouse, a clicked row, or a field
 * with text.
 */
export type Pointer =
  | { on: 'nothing' }
  | { on: 'rule'; kind: RuleKind; pattern: string }
  | { on: 'model'; id: string }
  | { on: 'field'; kind: RuleKind };

/** The input field of a rule list, with the outcomes of the last patterns entered. */
interface RuleField {
  text: string;
  outcomes: readonly AddOutcome[];
}

/** A message about the page's last operation. `undo` contains the unsaved changes that were discarded. */
export interface PageNotice {
  tone: 'done' | 'failed';
  text: string;
  undo?: RuleSets;
}

/** The whole state of the page. View and page protocol read nothing else. */
export interface PageState {
  /** Increases with each change that the page protocol can report. */
  revision: number;
  catalogue: Catalogue;
  /** The provider in view; null until the catalogue is loaded, or if the catalogue is empty. */
  provider: string | null;
  /** Model ids by provider in code-point order, for the providers loaded so far. */
  models: Readonly<Record<string, readonly string[]>>;
  loads: Readonly<Record<string, ModelLoad>>;
  drafts: RuleSets;
  saved: RuleSets;
  search: string;
  pinned: Pointer;
  /**
   * The row under the mouse. Only the view uses it: otherwise the page protocol would report a change with every mouse
   * movement.
   */
  hovered: Pointer;
  /** The name whose rows are marked for a moment, because the page protocol asked for it; like `hovered`, only for the view. */
  shown: { name: string } | null;
  fields: Readonly<Record<RuleKind, RuleField>>;
  saving: boolean;
  /**
   * The saved rules that this page had loaded, if somebody else has saved since. Null once the user has resolved the
   * conflict.
   */
  conflict: { before: RuleSets } | null;
  notice: PageNotice | null;
  /** Number of discards, minus undone ones. */
  discards: number;
}

const EMPTY_FIELD: RuleField = { text: '', outcomes: [] };

export const POINTING_AT_NOTHING: Pointer = { on: 'nothing' };

/** The state before anything is loaded. */
export const INITIAL_PAGE_STATE: PageState = {
  revision: 0,
  catalogue: { status: 'loading' },
  provider: null,
  models: {},
  loads: {},
  drafts: {},
  saved: {},
  search: '',
  pinned: POINTING_AT_NOTHING,
  hovered: POINTING_AT_NOTHING,
  shown: null,
  fields: { ignore: EMPTY_FIELD, whitelist: EMPTY_FIELD },
  saving: false,
  conflict: null,
  notice: null,
  discards: 0,
};

/** True if two pointers have the same target. */
export function samePointer(left: Pointer, right: Pointer): boolean {
  return JSON.stringify(left, POINTER_PARTS) === JSON.stringify(right, POINTER_PARTS);
}

/** The compared properties in a fixed order, regardless of how the objects were built. */
const POINTER_PARTS = ['on', 'kind', 'pattern', 'id'];
