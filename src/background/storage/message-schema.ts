import { z } from 'zod';
import { imageFields } from '@/src/messages/image-commands';
import type { Change } from '@/src/schema/change';
import { mapSchema } from '@/src/schema/map-schema';
import { MAX_IMAGE_BYTES } from '@/src/schema/values/image';
import type { Json } from '@/src/schema/values/json';
import { isJson } from '@/src/schema/values/json-bounds';

/** A number of things. */
export const countSchema = z.int().min(0);
const count = countSchema;

export const idSchema = z.string().min(1).max(200);
/** Up to here the position after a position is another number, also for rows of no run, which may be between two whole positions. */
const MAX_POSITION = 2 ** 40;
export const positionSchema = z.number().min(0).max(MAX_POSITION);
export const timeSchema = z.number().min(0).max(8.64e15);
export const jsonSchema = z.custom<Json>(isJson, 'no JSON');

const totals = z.strictObject({
  inputTokens: count,
  outputTokens: count,
  cacheReadTokens: count,
  cacheCreationTokens: count,
  unknownRequests: count.exactOptional(),
});

export const changesSchema = z.array(
  z.custom<Change>(
    (value) =>
      isJson(value) && typeof Object(value).type === 'string' && typeof Object(value).timestamp === 'string',
    'no change',
  ),
);
const news = { changes: changesSchema, nonce: z.string() };

const base = {
  id: idSchema,
  chatId: idSchema,
  runId: idSchema.nullable(),
  position: positionSchema,
  createdAtMs: timeSchema,
  discardedBy: idSchema.nullable(),
};

/** The result of a call. */
export const resultSchema = z.strictObject({
  success: z.boolean(),
  message: z.string(),
  data: mapSchema(z.string(), jsonSchema).exactOptional(),
  error_code: z.string().exactOptional(),
});

const call = z.strictObject({
  executionId: idSchema,
  modelCallId: z.string(),
  name: z.string(),
  argumentsText: z.string(),
});

/** The chat that an event comes from. */
export const senderSchema = z.strictObject({
  chatId: idSchema,
  title: z.string(),
  kind: z.enum(['message', 'question', 'answer']),
  nonce: z.string(),
});

/** An image of a message, without its data. */
const messageImageSchema = z.strictObject({
  id: idSchema,
  name: imageFields.name,
  mediaType: imageFields.mediaType,
  bytes: z.int().min(1).max(MAX_IMAGE_BYTES),
  width: imageFields.width,
  height: imageFields.height,
});

/** An image with its data. */
export const imageRowSchema = messageImageSchema.extend({
  chatId: idSchema,
  data: imageFields.data,
});

export const messageImagesSchema = z.array(messageImageSchema).min(1);

/** A message of an exported chat. A test compares it with the type field by field. */
export const messageSchema = z.discriminatedUnion('role', [
  z.strictObject({
    ...base,
    ...news,
    role: z.literal('user'),
    content: z.string(),
    images: messageImagesSchema.exactOptional(),
    editOf: idSchema.exactOptional(),
  }),
  z.strictObject({
    ...base,
    role: z.literal('assistant'),
    content: z.string(),
    reasoning: z.string(),
    reasoningMs: z.number().min(0),
    toolCalls: z.array(call),
    finishReason: z.enum(['stop', 'tool_calls', 'length', 'content_filter', 'unknown']),
    model: z.string(),
    seenStateHash: z.string().nullable(),
    cacheControlIndex: count.exactOptional(),
    plan: z.literal(true).exactOptional(),
  }),
  z.strictObject({
    ...base,
    role: z.literal('tool'),
    executionId: idSchema,
    modelCallId: z.string(),
    name: z.string(),
    result: resultSchema,
    durationMs: z.number().min(0),
    pageUpdate: z.string().nullable(),
    planned: z.literal(true).exactOptional(),
  }),
  z.strictObject({
    ...base,
    role: z.literal('system'),
    scope: z.string(),
    content: z.string(),
    sender: senderSchema.exactOptional(),
    news: z.strictObject(news).exactOptional(),
  }),
  z.strictObject({ ...base, role: z.literal('system-title'), content: z.string() }),
  z.strictObject({ ...base, role: z.literal('title'), content: z.string(), model: z.string() }),
  z.strictObject({ ...base, role: z.literal('system-summary'), content: z.string() }),
  z.strictObject({
    ...base,
    role: z.literal('summary'),
    content: z.string(),
    model: z.string(),
    state: z.enum(['draft', 'boundary', 'removed']),
    original: z.string().exactOptional(),
    leftOut: count.exactOptional(),
  }),
  z.strictObject({
    ...base,
    role: z.literal('accounting'),
    reason: z.enum([
      'Rolled back',
      'Cancelled',
      'Message edited',
      'Retry after error',
      'Answer retried',
      'Pruned',
      'Summarized',
    ]),
    cumulativeTokens: totals,
    discardedMessages: count,
    omittedMessages: count.exactOptional(),
    prunedBy: z.enum(['tool-memory', 'ageing', 'trimming']).exactOptional(),
  }),
  z.strictObject({
    ...base,
    role: z.literal('rollback'),
    kind: z.enum(['rollback', 'edit', 'retry', 'undo', 'restore-unsaved', 'restore-saved']),
    checkpointId: idSchema.nullable(),
    safetyCheckpointId: idSchema,
    description: z.string(),
    stateHash: z.string(),
    discardedMessages: count,
    savedNote: z.string(),
    savedSince: z.strictObject({ executionId: idSchema, savedHash: z.string() }).nullable(),
  }),
]);
