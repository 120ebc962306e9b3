import type { Json, JsonObject } from '../json';
import type { StateDifference } from './change';
import type { DryRun } from './dry-run';

/** What the user said of one call. */
export interface CallDecision {
  verdict: 'approved' | 'rejected';
  /** What may run: as the model wrote it, or as the user edited it and with what they left out. */
  args: JsonObject;
  /** Whether that differs from what the model wrote. */
  isEdited: boolean;
  /** In the user's words; empty if they gave none. */
  note: string;
  atMs: number;
}

/** What the user was shown of a call when they decided: the call runs only if it would still do exactly this. */
export interface ShownEffect {
  /** Of the whole dry run of the call; null where the call would do nothing. */
  effectHash: string | null;
  /** Hash of the state that it starts from; null where nobody can tell what the call before makes of it. */
  stateHashBefore: string | null;
  /** Hash of what was saved before the call, and what a commit may replace; null where nobody can tell. */
  savedHashBefore: string | null;
  /** Calls of the response that had their result by then. */
  resultsKnown: string[];
}

/** One call of a question. */
export interface ApprovalCall {
  executionId: string;
  tool: string;
  /** As shown, e.g. `add_ignore_rule("*-preview*")`. */
  label: string;
  /** What the user is asked, in one sentence. */
  question: string;
  /** As the model wrote them, validated. */
  args: JsonObject;
  /** False: the policy allows it; it is part of the set because it comes between calls that ask. */
  isAsked: boolean;
  decision: CallDecision | null;
  /** Part of an approval, also where the call itself isn't asked about; null as long as it isn't, and for a refusal. */
  shown: ShownEffect | null;
}

/** What the user is shown of a question: a dry run on the page as it was at that moment. */
export interface ApprovalPreview {
  atMs: number;
  /** Hash of the page's restorable state. */
  stateHash: string;
  dryRun: DryRun;
  /** What changed on the page since the question was first asked; empty if nothing did. */
  since: StateDifference[];
  /** Who made these changes, e.g. "the user". */
  sinceBy: string[];
  /** Over all of it: a decision names the preview that it was made on. */
  digest: string;
}

/**
 * A question to the user: the calls of one response, from the first that has to be asked about. Stored, so that it
 * survives the panel, the worker and the browser.
 */
export interface Approval {
  id: string;
  chatId: string;
  runId: string;
  /** The response that made the calls. */
  messageId: string;
  /** In call order; only those that may change the page. */
  calls: ApprovalCall[];
  /** The restorable state that the question was first asked on: what `since` is told against. */
  askedOn: Json;
  /** Of all calls as the model wrote them, without those that are decided. */
  preview: ApprovalPreview;
  createdAtMs: number;
  /** `withdrawn`: the run was stopped before the user decided. */
  state: 'pending' | 'decided' | 'withdrawn';
  decidedAtMs: number | null;
}

/** How the user would have one call: what a preview is asked for and a decision is made of. */
export interface CallChoice {
  executionId: string;
  verdict: 'approve' | 'reject';
  /** Edited arguments; null leaves those of the model. */
  args: JsonObject | null;
  /** Ids of rows. */
  leftOut: string[];
}

/** A choice with the user's words on it; empty if they gave none. */
export interface NotedChoice extends CallChoice {
  note: string;
}

/** A decision as it comes from the panel. */
export interface ApprovalAnswer {
  /** Of the preview that the user saw. */
  digest: string;
  /** For the first of the calls that are still open, in call order. */
  choices: readonly NotedChoice[];
  /** Tools that run without a question in this chat from now on. */
  allowTools: readonly string[];
}

/** What is wrong with edited arguments. */
export interface ArgumentProblem {
  executionId: string;
  /** Where in the arguments: member names and positions. */
  path: (string | number)[];
  /** In a sentence, e.g. `"pattern" is empty.` */
  message: string;
}
