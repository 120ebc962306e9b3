import type { JsonObject } from '../json';
import type { StateDifference } from './change';
import type { PageHashes } from './page-hashes';
import type { ToolResult } from './tool-result';

/** Longest list of names that a preview holds; beyond it they are counted. */
export const MAX_PREVIEW_NAMES = 500;

/** A name that a change concerns, with what is worth knowing of it; null if nothing is. */
export interface EffectName {
  name: string;
  detail: string | null;
}

/** Whom or what a change concerns. */
export interface EffectList {
  /** What it means for them: `loss` is hidden, `gain` is brought back, `warning` wants a look. */
  kind: 'loss' | 'gain' | 'warning';
  /** What the list is of, e.g. "Newly hidden". */
  title: string;
  /** The first {@link MAX_PREVIEW_NAMES}. */
  names: EffectName[];
  /** How many there are. */
  total: number;
}

/** A sentence beside the lists, by what it is about. */
export interface PreviewNote {
  topic: 'saved-file' | 'clients' | 'way-back' | 'unknown';
  text: string;
}

/** What a change would come to, worked out on the page's real state without doing it. */
export interface ChangePreview {
  /** One sentence, e.g. "Hides 14 models and brings back 3." */
  summary: string;
  /** Empty lists are left out. */
  effects: EffectList[];
  /** How many stay as they are, and of what, e.g. "28 models stay as they are."; null where that can't be told. */
  unchanged: string | null;
  /** The page's restorable state before and after, a line each; for a commit, what is written behind the page. */
  differences: StateDifference[];
  notes: PreviewNote[];
}

/** A part of a call that the user can leave out by itself, such as one rule of an import. */
export interface DryRunRow {
  /** The same for the same part, however the rest is edited. */
  id: string;
  kind: StateDifference['kind'];
  text: string;
  /** What is worth knowing of it, e.g. "covered by gpt-*"; null if nothing is. */
  note: string | null;
  /** Whether the user left it out. */
  isLeftOut: boolean;
}

/** A call to be planned, and what the user left out of it. */
export interface DryRunRequest {
  executionId: string;
  tool: string;
  /** They fit the tool's schema. */
  args: JsonObject;
  /** Ids of its rows. */
  leftOut: readonly string[];
}

/** A call as it was planned, whatever it comes to. */
interface CallDryRunBase {
  executionId: string;
  /** What would run: the arguments without the rows that were left out. */
  args: JsonObject;
  /** Empty where a call is done whole or not at all. */
  rows: DryRunRow[];
  /** Hash of the restorable state before the call; null where nobody can tell what the call before makes of it. */
  stateHashBefore: string | null;
  /** Hash of what is saved before the call (see PageHashes); null where nobody can tell. */
  savedHashBefore: string | null;
}

/** What one call would do, given the calls before it. */
export type CallDryRun =
  | (CallDryRunBase & {
      kind: 'change';
      preview: ChangePreview;
      /** The one step that the page would be asked for: what a token is issued for. */
      step: JsonObject;
      /** What the page is to hold right after the step; null where nobody can tell beforehand. */
      after: PageHashes | null;
    })
  /** It would come to nothing: the failure that it would report. */
  | (CallDryRunBase & { kind: 'failure'; result: ToolResult });

/** Calls carried out one after the other in memory, from the page as it is. */
export interface DryRun {
  /** One for each call, in order. */
  calls: CallDryRun[];
  /** All of them together: the page before the first against the page after the last. */
  net: ChangePreview;
}
