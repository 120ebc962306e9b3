import type { Operation } from 'fast-json-patch';
import { z } from 'zod';
import { changesSchema } from './change';
import { pageBindingSchema } from './page-binding';
import { runSchema } from './run';
import { countSchema, idSchema, jsonSchema, timeSchema } from './scalars';

/** A call of the response that the checkpoint precedes. */
const checkpointCallSchema = z.strictObject({
  executionId: idSchema,
  name: z.string(),
  /**
   * The arguments with which the call ran or will run. Null if unknown: in a row of an earlier version whose message is gone, or whose
   * call the user edited.
   */
  args: z.record(z.string(), jsonSchema).nullable(),
  /** Null until there is a result. */
  success: z.boolean().nullable(),
  /** The result's message; null until there is a result. */
  message: z.string().nullable(),
  /** Set if the call failed after a part of its change was made. Missing in rows of an older version. */
  isPartial: z.literal(true).exactOptional(),
});

export type CheckpointCall = z.infer<typeof checkpointCallSchema>;

/** The event before which a checkpoint was taken. */
const checkpointReasonSchema = z.enum([
  'session-start',
  'before-changes',
  'before-rollback',
  /** Before a message was edited, or an answer retried. */
  'before-edit',
  'before-retry',
  'before-undo',
  /** Before unsaved changes that a reload had lost were restored. */
  'before-restore-unsaved',
  /** Before an earlier saved state was restored on the page. */
  'before-restore-saved',
  /** Before the page was made like that of another site. */
  'before-make-alike',
]);

export type CheckpointReason = z.infer<typeof checkpointReasonSchema>;

/**
 * An operation of RFC 6902. Its other fields aren't checked here: a patch that doesn't fit its state is refused when the state is rebuilt.
 */
const operationSchema = z.looseObject({
  op: z.enum(['add', 'remove', 'replace', 'move', 'copy', 'test']),
  path: z.string(),
}) as z.ZodType as z.ZodType<Operation>;

/** A stored state: in full, or as an RFC 6902 patch from another state. */
export const keptStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('full'), state: jsonSchema }),
  z.strictObject({ kind: z.literal('patch'), patch: z.array(operationSchema) }),
]);

export type KeptState = z.infer<typeof keptStateSchema>;

/** A second state that is stored with a checkpoint, usually as a patch from the checkpoint's state. */
const stateBesideSchema = z.strictObject({
  stateHash: z.string(),
  content: keptStateSchema,
});

export type StateBeside = z.infer<typeof stateBesideSchema>;

/**
 * A restorable state with its position in the conversation. The first checkpoint (the chat's start), every tenth, the first
 * after a gap, and one that was taken again store the full state. The others store a patch from the checkpoint before.
 */
export const checkpointSchema = z.strictObject({
  id: idSchema,
  chatId: idSchema,
  /** The page that has this state. The chat may have been bound to another page since. */
  page: pageBindingSchema,
  /** 0, 1, 2 … within the chat, in order of creation. Deleted checkpoints leave a gap. */
  sequence: countSchema,
  reason: checkpointReasonSchema,
  createdAtMs: timeSchema,
  /** The run and the response whose changes it precedes; null for the chat's start and for the user's own actions. */
  runId: idSchema.nullable(),
  messageId: idSchema.nullable(),
  /** 2, 3 … for a later checkpoint of the run; missing for its first one, without a run, and in rows of an older version. */
  number: countSchema.exactOptional(),
  /** The messages from this position on are later than the checkpoint. */
  position: z.number().min(0),
  calls: z.array(checkpointCallSchema),
  stateHash: z.string(),
  content: keptStateSchema,
  /**
   * The page right after the changes that the checkpoint precedes, so that only these can be undone later; null if that state isn't known
   * exactly.
   */
  after: stateBesideSchema.nullable(),
  /**
   * For a safety checkpoint, taken before a rollback, an undo or a restore: the ids of the conversation's messages at that
   * time, so that a rollback to it restores exactly that conversation. Null for other checkpoints.
   */
  conversation: z.array(idSchema).nullable(),
  /**
   * For a safety checkpoint: the run of that conversation as it was, for example with its question to the user. Missing without a run,
   * and in rows of an older version.
   */
  run: runSchema.pick({ id: true, status: true, error: true, endedAtMs: true }).exactOptional(),
  /** For a safety checkpoint: the page as that conversation knew it, if others changed the page since; otherwise null. */
  known: stateBesideSchema.nullable(),
  /** The page's changes that had not been reported to the model when the checkpoint was taken. Empty for the chat's start. */
  unreported: changesSchema,
});

export type Checkpoint = z.infer<typeof checkpointSchema>;

/** The part of a checkpoint that is replaced when a call of its response ends. */
export type CheckpointOutcome = Pick<Checkpoint, 'id' | 'calls' | 'after'>;

/** A checkpoint without its state, for lists. */
export type CheckpointEntry = Omit<Checkpoint, 'content'>;
