import { z } from 'zod';
import { pageBindingSchema } from './chat-settings-schema';
import { changesSchema, countSchema, idSchema, jsonSchema, timeSchema } from './message-schema';
import { pageHashesSchema, runRowSchema } from './run-row-schema';

const place = z.strictObject({ page: z.string(), document: z.string(), sequence: countSchema });
const left = { context: jsonSchema, at: place };

const ofChat = { chatId: idSchema, chatTitle: z.string() };
const cause = z.discriminatedUnion('kind', [
  z.strictObject({ ...ofChat, kind: z.literal('execution'), executionId: idSchema }),
  z.strictObject({ ...ofChat, kind: z.literal('restore') }),
  z.strictObject({ kind: z.literal('page'), event: z.enum(['reload', 'refresh']) }),
  z.strictObject({ kind: z.literal('user') }),
]);

/** The page as a chat knows it. */
export const contextRowSchema = z.strictObject({
  ...left,
  chatId: idSchema,
  atMs: timeSchema,
  own: z.strictObject({ ...left, earlier: z.array(z.strictObject(left)) }).nullable(),
  seen: changesSchema,
  carried: changesSchema,
  latest: jsonSchema.exactOptional(),
});

/** An observed change of a page. */
export const pageStepRowSchema = z.strictObject({
  page: z.string(),
  sequence: countSchema,
  cause,
  changes: changesSchema,
});

/** A page as it was last observed. */
export const pageRowSchema = z.strictObject({
  page: z.string(),
  document: z.string(),
  order: z.number().min(0),
  askedAtMs: timeSchema,
  replaced: z.array(z.string()).exactOptional(),
  context: jsonSchema,
  sequence: countSchema,
  writes: z.array(
    z.strictObject({
      executionId: idSchema,
      cause,
      before: pageHashesSchema,
      after: pageHashesSchema.nullable(),
      intended: z.array(z.string()).nullable(),
      openedAt: countSchema,
      seen: z.array(z.strictObject({ step: pageStepRowSchema, isReload: z.boolean() })),
      isOpen: z.boolean(),
    }),
  ),
});

/** An operation of RFC 6902; a patch that doesn't fit its state is refused when the state is rebuilt. */
const operation = z.looseObject({
  op: z.enum(['add', 'remove', 'replace', 'move', 'copy', 'test']),
  path: z.string(),
});
const kept = [
  z.strictObject({ kind: z.literal('full'), state: jsonSchema }),
  z.strictObject({ kind: z.literal('patch'), patch: z.array(operation) }),
] as const;
const beside = z
  .strictObject({ stateHash: z.string(), content: z.discriminatedUnion('kind', kept) })
  .nullable();

/** A checkpoint as a backup contains it: the bytes of a packed state in base64. */
export const checkpointRowSchema = z.strictObject({
  id: idSchema,
  chatId: idSchema,
  page: pageBindingSchema,
  sequence: countSchema,
  reason: z.enum([
    'session-start',
    'before-changes',
    'before-rollback',
    'before-edit',
    'before-retry',
    'before-undo',
    'before-restore-unsaved',
    'before-restore-saved',
  ]),
  createdAtMs: timeSchema,
  runId: idSchema.nullable(),
  messageId: idSchema.nullable(),
  position: z.number().min(0),
  calls: z.array(
    z.strictObject({
      executionId: idSchema,
      name: z.string(),
      args: z.record(z.string(), jsonSchema).nullable(),
      success: z.boolean().nullable(),
      message: z.string().nullable(),
    }),
  ),
  stateHash: z.string(),
  content: z.discriminatedUnion('kind', [
    ...kept,
    z.strictObject({ kind: z.literal('packed'), base64: z.base64() }),
  ]),
  after: beside,
  conversation: z.array(idSchema).nullable(),
  run: runRowSchema.pick({ id: true, status: true, error: true, endedAtMs: true }).exactOptional(),
  known: beside,
  unreported: changesSchema,
});
