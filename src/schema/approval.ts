import { z } from 'zod';
import { stateDifferenceSchema } from './change';
import { dryRunSchema } from './dry-run';
import { saidSchema } from './said';
import { idSchema, jsonObjectSchema, jsonSchema, timeSchema } from './scalars';
import type { JsonObject } from './values/json';
import type { Said } from './values/said';

const callDecisionSchema = z.strictObject({
  verdict: z.enum(['approved', 'rejected']),
  /** The arguments that may run: the model's, or the user's edit without the rows that they left out. */
  args: jsonObjectSchema,
  /** True if `args` differ from the model's arguments. */
  isEdited: z.boolean(),
  /** The user's note; empty if they gave none. */
  note: z.string(),
  atMs: timeSchema,
});

export type CallDecision = z.infer<typeof callDecisionSchema>;

/** The effect of a call that the user was shown when they decided. The call runs only if it would still have this effect. */
const shownEffectSchema = z.strictObject({
  /** Hash of the call's whole dry run; null if the call would do nothing. */
  effectHash: z.string().nullable(),
  /** Hash of the page's restorable state before the call; null if the effect of the call before it is unknown. */
  stateHashBefore: z.string().nullable(),
  /** Hash of the saved state before the call, the only one that a commit may replace; null if unknown. */
  savedHashBefore: z.string().nullable(),
  /** Ids of the response's calls that already had their result. */
  resultsKnown: z.array(idSchema),
});

export type ShownEffect = z.infer<typeof shownEffectSchema>;

const approvalCallSchema = z.strictObject({
  executionId: idSchema,
  tool: z.string(),
  /** For display, e.g. `add_ignore_rule("*-preview*")`. */
  label: z.string(),
  /** The heading of the approval card, in one sentence. */
  question: saidSchema,
  /** The model's arguments, validated. */
  args: jsonObjectSchema,
  /** False if the policy allows the call. It is listed because it runs between calls that need approval. */
  isAsked: z.boolean(),
  decision: callDecisionSchema.nullable(),
  /** Set when the approval is given, also for calls that the policy allows; null before, and for a rejected call. */
  shown: shownEffectSchema.nullable(),
  /**
   * Authentication code of this call's other fields and the ids of its approval request, computed with a key of this
   * profile. A decision without a valid code doesn't count. Missing before the call is decided or shown, and in rows of
   * an older version.
   */
  seal: z.string().exactOptional(),
});

export type ApprovalCall = z.infer<typeof approvalCallSchema>;

/** The preview of an approval request: a dry run on the page as it was at `atMs`. */
const approvalPreviewSchema = z.strictObject({
  atMs: timeSchema,
  /** Hash of the page's restorable state. */
  stateHash: z.string(),
  dryRun: dryRunSchema,
  /** Changes of the page since the approval was first requested. */
  since: z.array(stateDifferenceSchema),
  /** Those who made these changes, e.g. "the user". */
  sinceBy: z.array(saidSchema),
  /** Hash of the preview. A decision names the preview that it was based on. */
  digest: z.string(),
});

export type ApprovalPreview = z.infer<typeof approvalPreviewSchema>;

/**
 * A request for the user's approval: the calls of one response, from the first to the last that needs approval. Stored,
 * so that it survives restarts of the panel, the worker and the browser.
 */
export const approvalSchema = z.strictObject({
  id: idSchema,
  chatId: idSchema,
  runId: idSchema,
  messageId: idSchema,
  /** In call order; only calls that may change the page. */
  calls: z.array(approvalCallSchema),
  /** The restorable state when the approval was first requested; the preview's `since` is computed against it. */
  askedOn: jsonSchema,
  /** The preview of all undecided calls, with the model's arguments. */
  preview: approvalPreviewSchema,
  createdAtMs: timeSchema,
  /** `withdrawn`: no decision is needed any more, for example because the run was stopped. */
  state: z.enum(['pending', 'decided', 'withdrawn']),
  decidedAtMs: timeSchema.nullable(),
});

export type Approval = z.infer<typeof approvalSchema>;

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
  message: Said;
}
