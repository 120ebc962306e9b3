import { z } from 'zod';
import { changesSchema } from './change';
import { changeCauseSchema } from './change-cause';
import { pageHashesSchema } from './page-hashes';
import { countSchema, idSchema, jsonSchema, timeSchema } from './scalars';

/** A place in the history of a page: right after the step with the number `sequence`. */
export const historyPlaceSchema = z.strictObject({
  page: z.string(),
  /** The document that showed the page then (see PageLook). */
  document: z.string(),
  sequence: countSchema,
  /** The time of this place, for comparison with steps in other tabs. Missing in rows of an older version. */
  atMs: timeSchema.exactOptional(),
});

export type HistoryPlace = z.infer<typeof historyPlaceSchema>;

/** One observed change of a page, by one cause. */
export const pageStepSchema = z.strictObject({
  page: z.string(),
  /** 1, 2, 3 … within the page. */
  sequence: countSchema,
  /** The time at which the change was observed. Missing in rows of an older version. */
  atMs: timeSchema.exactOptional(),
  cause: changeCauseSchema,
  changes: changesSchema,
});

export type PageStep = z.infer<typeof pageStepSchema>;

/** A step that was attributed to an open write. */
const seenStepSchema = z.strictObject({
  step: pageStepSchema,
  /**
   * True if the step was observed after a reload. If the write turns out not to have made the changes, their cause is then the reload,
   * otherwise the user.
   */
  isReload: z.boolean(),
});

export type SeenStep = z.infer<typeof seenStepSchema>;

/** A write that Steward sends to the page, stored before its effect is observed. */
const pendingWriteSchema = z.strictObject({
  executionId: idSchema,
  cause: changeCauseSchema,
  before: pageHashesSchema,
  /** The page's hashes after the write; null if they can't be computed beforehand. */
  after: pageHashesSchema.nullable(),
  /** The keys of its expected changes that weren't observed yet (see changeKey); null if there was no dry run. */
  intended: z.array(z.string()).nullable(),
  /** Number of the newest step when the write began. */
  openedAt: countSchema,
  /** Steps attributed to this write while it was open. They are corrected if it turns out not to have been made. */
  seen: z.array(seenStepSchema),
  /** True until the outcome is settled. False afterwards, for a write whose effect may still be observed later. */
  isOpen: z.boolean(),
});

export type PendingWrite = z.infer<typeof pendingWriteSchema>;

/** A page as it was last observed. One row for each tab that shows a page. */
export const observedPageSchema = z.strictObject({
  /** The reading's `source.page`. */
  page: z.string(),
  /** The source of the newest reading (see PageSource). */
  document: z.string(),
  order: z.number().min(0),
  /** The newest request that the document answered, which may be a later one than that of the newest reading. */
  askedAtMs: timeSchema,
  /** Documents that showed the page before, newest last. Missing in rows of an older version. */
  replaced: z.array(z.string()).exactOptional(),
  context: jsonSchema,
  /** Number of the newest step; 0 before the first. */
  sequence: countSchema,
  writes: z.array(pendingWriteSchema),
});

export type ObservedPage = z.infer<typeof observedPageSchema>;
