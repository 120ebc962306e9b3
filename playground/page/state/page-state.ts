import type { RuleKind } from '../../filter/decide';
import type { AddOutcome } from './add-rules';
import type { RuleSets } from './rule-sets';

/** A provider as the server lists it; `count` is the number of its models there. */
export interface ProviderEntry {
  name: string;
  count: number;
}

/** Where the first answer of the server stands: who it is and which providers it has. */
export type Catalogue =
  | { status: 'loading' }
  /** The server asks for its key; `problem` says why the last one was not enough. */
  | { status: 'locked'; problem: string | null }
  | { status: 'failed'; message: string }
  | { status: 'ready'; instanceId: string; providers: readonly ProviderEntry[] };

/** A fetch of one provider's models that is under way, or the last one if it failed. */
export type ModelLoad = { status: 'loading'; request: number } | { status: 'failed'; message: string };

/** Something that can be highlighted, with what belongs to it. */
export type Pointer =
  | { on: 'nothing' }
  | { on: 'rule'; kind: RuleKind; pattern: string }
  | { on: 'model'; id: string }
  | { on: 'field'; kind: RuleKind };

/** The input of one rule list, with what became of the patterns entered last. */
export interface RuleField {
  text: string;
  outcomes: readonly AddOutcome[];
}

/** What the page last did by itself, in words. `undo` holds the drafts that were given up. */
export interface PageNotice {
  tone: 'done' | 'failed';
  text: string;
  undo: RuleSets | null;
}

/** All that the page knows. The view and the page protocol read it and nothing else. */
export interface PageState {
  /** Grows with each change that the page protocol can see. */
  revision: number;
  catalogue: Catalogue;
  /** The provider in view; null until the catalogue is there, or when it has none. */
  provider: string | null;
  /** Model ids by provider, in code-point order, of the providers loaded so far. */
  models: Readonly<Record<string, readonly string[]>>;
  loads: Readonly<Record<string, ModelLoad>>;
  drafts: RuleSets;
  saved: RuleSets;
  search: string;
  /** What the mouse or the keyboard is on: highlighted before what is pinned. */
  pointer: Pointer;
  /** What a click holds highlighted. */
  pinned: Pointer;
  fields: Readonly<Record<RuleKind, RuleField>>;
  saving: boolean;
  /** Someone else saved meanwhile: the saved rules that this page had started from. Null once decided. */
  conflict: { before: RuleSets } | null;
  notice: PageNotice | null;
  /**
   * The provider whose unsaved changes were just left behind by choosing another. Null once dismissed, saved,
   * discarded, or back in view.
   */
  leftUnsaved: string | null;
  /** How often unsaved changes were discarded, without those that were undone. */
  discards: number;
}

const EMPTY_FIELD: RuleField = { text: '', outcomes: [] };

/** The pointer at rest. One object, so that resting twice is no change. */
export const POINTING_AT_NOTHING: Pointer = { on: 'nothing' };

/** The page before anything was asked. */
export const INITIAL_PAGE_STATE: PageState = {
  revision: 0,
  catalogue: { status: 'loading' },
  provider: null,
  models: {},
  loads: {},
  drafts: {},
  saved: {},
  search: '',
  pointer: POINTING_AT_NOTHING,
  pinned: POINTING_AT_NOTHING,
  fields: { ignore: EMPTY_FIELD, whitelist: EMPTY_FIELD },
  saving: false,
  conflict: null,
  notice: null,
  leftUnsaved: null,
  discards: 0,
};

/** Whether two pointers are on the same. */
export function samePointer(left: Pointer, right: Pointer): boolean {
  return JSON.stringify(left, POINTER_PARTS) === JSON.stringify(right, POINTER_PARTS);
}

/** In this order they are compared, whatever order they were given in. */
const POINTER_PARTS = ['on', 'kind', 'pattern', 'id'];
