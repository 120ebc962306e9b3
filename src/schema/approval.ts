import type { StateDifference } from './change';
import type { DryRun } from './dry-run';
import type { Json, JsonObject } from './values/json';

/** The user's decision on one call. */
export interface CallDecision {
  verdict: 'approved' | 'rejected';
  /** The arguments that may run: the model's, or the user's edit without the rows that they left out. */
  args: JsonObject;
  /** True if `args` differ from the model's arguments. */
  isEdited: boolean;
  /** The user's note; empty if they gave none. */
  note: string;
  atMs: number;
}

/** The effect of a call that the user was shown when they decided. The call runs only if it would still have this effect. */
export interface ShownEffect {
  /** Hash of the call's whole dry run; null if the call would do nothing. */
  effectHash: string | null;
  /** Hash of the page's restorable state before the call; null if the effect of the call before it is unknown. */
  stateHashBefore: string | null;
  /** Hash of the saved state before the call, the only one that a commit may replace; null if unknown. */
  savedHashBefore: string | null;
  /** The calls of the response that already had their result. */
  resultsKnown: string[];
}

/** One call of an approval request. */
export interface ApprovalCall {
  executionId: string;
  tool: string;
  /** For display, e.g. `add_ignore_rule("*-preview*")`. */
  label: string;
  /** The heading of the approval card, in one sentence. */
  question: string;
  /** The model's arguments, validated. */
  args: JsonObject;
  /** False if the policy allows the call. It is listed because it runs between calls that need approval. */
  isAsked: boolean;
  decision: CallDecision | null;
  /** Set when the approval is given, also for calls that the policy allows; null before, and for a rejected call. */
  shown: ShownEffect | null;
}

/** The preview of an approval request: a dry run on the page as it was at `atMs`. */
export interface ApprovalPreview {
  atMs: number;
  /** Hash of the page's restorable state. */
  stateHash: string;
  dryRun: DryRun;
  /** Changes of the page since the approval was first requested. */
  since: StateDifference[];
  /** The makers of these changes, e.g. "the user". */
  sinceBy: string[];
  /** Hash of the preview. A decision names the preview that it was based on. */
  digest: string;
}

/**
 * A request for the user's approval: the calls of one response, from the first to the last that needs approval. Stored,
 * so that it survives restarts of the panel, the worker and the browser.
 */
export interface Approval {
  id: string;
  chatId: string;
  runId: string;
  /** The response that made the calls. */
  messageId: string;
  /** In call order; only calls that may change the page. */
  calls: ApprovalCall[];
  /** The restorable state when the approval was first requested; the preview's `since` is computed against it. */
  askedOn: Json;
  /** Of all undecided calls, with the model's arguments. */
  preview: ApprovalPreview;
  createdAtMs: number;
  /** `withdrawn`: the run was stopped before the user decided. */
  state: 'pending' | 'decided' | 'withdrawn';
  decidedAtMs: number | null;
}

/** The user's choice for one call, used for previews and for the decision. */
export interface CallChoice {
  executionId: string;
  verdict: 'approve' | 'reject';
  /** Edited arguments; null keeps the model's. */
  args: JsonObject | null;
  /** Ids of the dry run's rows that the user left out. */
  leftOut: string[];
}

/** A choice with the user's note; the note is empty if they gave none. */
export interface NotedChoice extends CallChoice {
  note: string;
}

/** A decision as the panel sends it. */
export interface ApprovalAnswer {
  /** Digest of the preview that the user saw. */
  digest: string;
  /** In call order; they start with the first undecided call and skip none. */
  choices: readonly NotedChoice[];
  /** Tools that no longer need approval in this chat. */
  allowTools: readonly string[];
}

/** A validation error in edited arguments. */
export interface ArgumentProblem {
  executionId: string;
  /** Path in the arguments: member names and list indices. */
  path: (string | number)[];
  /** One sentence, e.g. `"pattern" is empty.` */
  message: string;
}
