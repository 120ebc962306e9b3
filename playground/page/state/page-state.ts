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
  /** The server requires a key; `problem`: why the last one was refused. */
  | { status: 'locked'; problem: string | null }
  | { status: 'failed'; message: string }
  | { status: 'ready'; instanceId: string; providers: readonly ProviderEntry[] };

/** A pending or failed fetch of one provider's models. */
export type ModelLoad = { status: 'loading'; request: number } | { status: 'failed'; message: string };

/** The source of a highlight, with the data that identifies it: a row that is under the mouse or was clicked, or a field that was typed in. */
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

/** A message on the page's last operation. `undo` holds the unsaved changes that were discarded. */
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
  /** The provider in view; null until the catalogue is loaded, or if it is empty. */
  provider: string | null;
  /** Model ids by provider, in code-point order, of the providers loaded so far. */
  models: Readonly<Record<string, readonly string[]>>;
  loads: Readonly<Record<string, ModelLoad>>;
  drafts: RuleSets;
  saved: RuleSets;
  search: string;
  pinned: Pointer;
  /** The row under the mouse. Only the view shows it: for the page protocol, the page would change with every move. */
  hovered: Pointer;
  fields: Readonly<Record<RuleKind, RuleField>>;
  saving: boolean;
  /**
   * Set if somebody else saved in the meantime: the saved rules that this page had loaded. Null once
   * resolved.
   */
  conflict: { before: RuleSets } | null;
  notice: PageNotice | null;
  /** Number of discards, minus undone ones. */
  discards: number;
}

const EMPTY_FIELD: RuleField = { text: '', outcomes: [] };

/** The pointer on nothing. */
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

/** The properties compared, in a fixed order regardless of how the objects were built. */
const POINTER_PARTS = ['on', 'kind', 'pattern', 'id'];
