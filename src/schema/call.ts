import { z } from 'zod';
import { pageHashesSchema } from './page-hashes';
import { countSchema, idSchema, jsonSchema, timeSchema } from './scalars';
import { EFFECTS } from './values/policy';

/** The intended effect of a write. Stored before it is sent, so that the outcome can be determined by reading the page again. */
const intendedWriteSchema = z.strictObject({
  /** The `source.page` of the page's readings. */
  page: z.string(),
  /** The document to which the write is sent (see PageSource). Missing in rows of an older version. */
  document: z.string().exactOptional(),
  before: pageHashesSchema,
  /** The hashes after the write; null if they can't be computed beforehand. */
  after: pageHashesSchema.nullable(),
  /** The restorable state after the write; null if it can't be computed beforehand. */
  afterState: jsonSchema.nullable(),
  /** Number of the changes that the dry run predicts. Missing in rows of an older version. */
  changes: countSchema.exactOptional(),
  /** The saved state that a commit overwrites; null for other writes, and if nothing is saved. */
  savedBefore: jsonSchema.nullable(),
  /** The effect in one sentence. */
  summary: z.string(),
  /** In rows of an earlier version; not read. */
  followsOthers: z.boolean().exactOptional(),
});

export type IntendedWrite = z.infer<typeof intendedWriteSchema>;

const executionStateSchema = z.enum(['received', 'awaiting-approval', 'started', 'done']);

export type ExecutionState = z.infer<typeof executionStateSchema>;

/** The journal's row for one tool call. It is updated before each step, so that no call runs twice. */
export const executionSchema = z.strictObject({
  /** The call's executionId. */
  id: idSchema,
  chatId: idSchema,
  runId: idSchema,
  /** The response that made the call, and the call's index in it. */
  messageId: idSchema,
  index: countSchema,
  name: z.string(),
  /** Null if the tool is unknown. */
  effect: z.enum(EFFECTS).nullable(),
  state: executionStateSchema,
  receivedAtMs: timeSchema,
  startedAtMs: timeSchema.nullable(),
  /** The chat to which a message goes, stored before it is delivered; missing for other calls. */
  messageTo: idSchema.exactOptional(),
  /** Null before the call starts, and for calls that only read. */
  write: intendedWriteSchema.nullable(),
  /** Hash of the restorable state after the call; null before it ends, and if it changed nothing. */
  leftStateHash: z.string().nullable(),
  /** Hash of the saved state after the call (see PageHashes); null in the same cases. Missing in rows of an older version. */
  leftSavedHash: z.string().nullable().exactOptional(),
});

export type Execution = z.infer<typeof executionSchema>;
