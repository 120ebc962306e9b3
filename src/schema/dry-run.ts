import { z } from 'zod';
import { stateDifferenceSchema } from './change';
import { modelStripSchema } from './model-strip';
import { pageHashesSchema } from './page-hashes';
import { saidSchema } from './said';
import { countSchema, idSchema, jsonObjectSchema } from './scalars';
import { toolResultSchema } from './tool-result';
import type { JsonObject } from './values/json';

/** A name that a change affects, which is quoted where it is shown; `detail` is null if there is nothing to add. */
const effectNameSchema = z.strictObject({
  name: z.string(),
  detail: saidSchema.nullable(),
});

export type EffectName = z.infer<typeof effectNameSchema>;

/** The names that a change affects in one way. */
const effectListSchema = z.strictObject({
  /** `loss`: they are no longer available; `gain`: they become available; `warning`: they need the user's attention. */
  kind: z.enum(['loss', 'gain', 'warning']),
  /** The list's heading, e.g. "Newly hidden". */
  title: saidSchema,
  /** The first names; a long list is cut. */
  names: z.array(effectNameSchema),
  /** Number of all names, including those that `names` lacks. */
  total: countSchema,
});

export type EffectList = z.infer<typeof effectListSchema>;

/**
 * A sentence of a preview. Topics: `saved`: the saved state; `others`: effects on others than the page's user; `way-back`: how to
 * undo the change; `unknown`: effects that can't be determined; `basis`: the list by which the effects were computed.
 */
const previewNoteSchema = z.strictObject({
  topic: z.enum(['saved', 'others', 'way-back', 'unknown', 'basis']),
  text: saidSchema,
});

export type PreviewNote = z.infer<typeof previewNoteSchema>;

/** The effects that a change would have, computed from the page's real state without making the change. */
const changePreviewSchema = z.strictObject({
  /** The effect in one short sentence, e.g. "Hides 14 models and brings back 3." */
  summary: saidSchema,
  /**
   * A consequence that the user must know before they decide, in one short line: the change takes effect at once, or Steward can't
   * undo it. Missing for a change without such a consequence, and in approval requests that an earlier build stored.
   */
  warning: saidSchema.exactOptional(),
  /** Without empty lists. */
  effects: z.array(effectListSchema),
  /** The number of unaffected items, e.g. "28 models stay as they are."; null if unknown. */
  unchanged: saidSchema.nullable(),
  /** Differences of the page's restorable state; for a commit, of the saved state. */
  differences: z.array(stateDifferenceSchema),
  notes: z.array(previewNoteSchema),
  /** A text that the change sends out of the chat unaltered; missing if there is none. */
  quoted: z.string().exactOptional(),
});

export type ChangePreview = z.infer<typeof changePreviewSchema>;

/** A part of a call that the user can leave out, such as one rule of an import. */
const dryRunRowSchema = z.strictObject({
  /** Stays the same for the same part when other parts are edited. */
  id: z.string(),
  kind: stateDifferenceSchema.shape.kind,
  text: saidSchema,
  /** A remark, e.g. "covered by gpt-*"; null if there is none. */
  note: saidSchema.nullable(),
  /** True if the user left it out. */
  isLeftOut: z.boolean(),
});

export type DryRunRow = z.infer<typeof dryRunRowSchema>;

/** A call to carry out in a dry run. */
export interface DryRunRequest {
  executionId: string;
  tool: string;
  /** Validated by the tool's schema. */
  args: JsonObject;
  /** Ids of the rows that the user left out. */
  leftOut: readonly string[];
}

const callDryRunBase = {
  executionId: idSchema,
  /** The arguments that would run, without the rows that were left out. */
  args: jsonObjectSchema,
  /** Empty if the call has no parts that can be left out. */
  rows: z.array(dryRunRowSchema),
  /** Hash of the restorable state before the call; null if the effect of the call before it is unknown. */
  stateHashBefore: z.string().nullable(),
  /** Hash of the saved state before the call (see PageHashes); null if unknown. */
  savedHashBefore: z.string().nullable(),
};

/** The dry run of one call, after the calls before it. */
const callDryRunSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...callDryRunBase,
    kind: z.literal('change'),
    preview: changePreviewSchema,
    /** The one step that would be requested of the page; the write token is issued for it. */
    step: jsonObjectSchema,
    /** The page's hashes right after the step; null if they can't be computed beforehand. */
    after: pageHashesSchema.nullable(),
  }),
  /** The call would fail with this result. */
  z.strictObject({ ...callDryRunBase, kind: z.literal('failure'), result: toolResultSchema }),
]);

export type CallDryRun = z.infer<typeof callDryRunSchema>;

/** The effects of calls that were carried out in memory, one after the other, starting from the page's present state. */
export const dryRunSchema = z.strictObject({
  /** The result of each call's dry run, in call order. */
  calls: z.array(callDryRunSchema),
  /** The effects of all calls together. */
  net: changePreviewSchema,
  /** Every model of the page after all calls; null for a page without models. Missing in requests that an earlier build stored. */
  strip: modelStripSchema.nullable().exactOptional(),
});

export type DryRun = z.infer<typeof dryRunSchema>;
