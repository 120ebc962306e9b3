import type { StateDifference } from './change';
import type { PageHashes } from './page-hashes';
import type { ToolResult } from './tool-result';
import type { JsonObject } from './values/json';

/** A name that a change affects; `detail` is null if there is nothing to add. */
export interface EffectName {
  name: string;
  detail: string | null;
}

/** The names that a change affects in one way. */
export interface EffectList {
  /** `loss`: they are no longer available; `gain`: they become available; `warning`: they need the user's attention. */
  kind: 'loss' | 'gain' | 'warning';
  /** The list's heading, e.g. "Newly hidden". */
  title: string;
  /** The first {@link MAX_PREVIEW_NAMES}. */
  names: EffectName[];
  /** The number of all names. */
  total: number;
}

/** A sentence of a preview. `saved`: it is about the saved state; `others`: about the effect on others than the page's user. */
export interface PreviewNote {
  topic: 'saved' | 'others' | 'way-back' | 'unknown';
  text: string;
}

/** The effects that a change would have, computed from the page's real state without making the change. */
export interface ChangePreview {
  /** One sentence, e.g. "Hides 14 models and brings back 3." */
  summary: string;
  /** Without empty lists. */
  effects: EffectList[];
  /** The number of unaffected items, e.g. "28 models stay as they are."; null if unknown. */
  unchanged: string | null;
  /** Differences of the page's restorable state; for a commit, of the saved state. */
  differences: StateDifference[];
  notes: PreviewNote[];
  /** A text that leaves the chat as it is; missing if there is none. */
  quoted?: string;
}

/** A part of a call that the user can leave out, such as one rule of an import. */
export interface DryRunRow {
  /** Stays the same for the same part when other parts are edited. */
  id: string;
  kind: StateDifference['kind'];
  text: string;
  /** A remark, e.g. "covered by gpt-*"; null if there is none. */
  note: string | null;
  /** True if the user left it out. */
  isLeftOut: boolean;
}

/** A call to carry out in a dry run. */
export interface DryRunRequest {
  executionId: string;
  tool: string;
  /** Validated by the tool's schema. */
  args: JsonObject;
  /** Ids of the rows that the user left out. */
  leftOut: readonly string[];
}

interface CallDryRunBase {
  executionId: string;
  /** The arguments that would run, without the rows that were left out. */
  args: JsonObject;
  /** Empty if the call has no parts that can be left out. */
  rows: DryRunRow[];
  /** Hash of the restorable state before the call; null if the effect of the call before it is unknown. */
  stateHashBefore: string | null;
  /** Hash of the saved state before the call (see PageHashes); null if unknown. */
  savedHashBefore: string | null;
}

/** The dry run of one call, after the calls before it. */
export type CallDryRun =
  | (CallDryRunBase & {
      kind: 'change';
      preview: ChangePreview;
      /** The one step that would be requested of the page; the write token is issued for it. */
      step: JsonObject;
      /** The page's hashes right after the step; null if they can't be computed beforehand. */
      after: PageHashes | null;
    })
  /** The call would fail with this result. */
  | (CallDryRunBase & { kind: 'failure'; result: ToolResult });

/** The effects of calls that were carried out in memory, one after the other, starting from the page's present state. */
export interface DryRun {
  /** The result of each call's dry run, in call order. */
  calls: CallDryRun[];
  /** The effect of all calls together. */
  net: ChangePreview;
}
