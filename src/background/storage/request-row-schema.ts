import { z } from 'zod';
import { mapSchema } from '@/src/schema/map-schema';
import { LOG_LEVELS } from '@/src/schema/values/log-level';
import { countSchema, idSchema, jsonSchema, timeSchema } from './message-schema';
import { promptProblemsSchema, snapshotSchema } from './run-row-schema';

const data = mapSchema(z.string(), jsonSchema);
const rowNumber = z.int().min(1);

/** A request that is kept for the inspector. */
export const sentRequestRowSchema = z.strictObject({
  id: idSchema,
  chatId: idSchema,
  runId: idSchema.nullable(),
  kind: z.enum(['response', 'title', 'summary']),
  messageId: idSchema,
  atMs: timeSchema,
  model: z.string(),
  prompt: z.strictObject({
    parts: z.array(
      z.strictObject({
        key: z.string(),
        section: z.string(),
        priority: z.number(),
        source: z.enum(['base', 'adapter']),
        state: z.enum(['sent', 'overridden', 'excluded', 'invalid']),
        tokens: z.number().min(0),
        textHash: z.string(),
      }),
    ),
    problems: promptProblemsSchema,
  }),
  messages: z.array(z.string()),
  tools: z.array(z.string()),
  cacheMarks: z.array(countSchema),
  snapshot: snapshotSchema.nullable(),
  omissions: z.array(
    z.strictObject({
      what: z.enum(['messages', 'calls', 'results', 'arguments', 'page-states', 'cache-mark', 'images']),
      reason: z.enum([
        'set-aside',
        'local',
        'summary',
        'tool-memory',
        'aged',
        'trimmed',
        'too-long',
        'blank',
        'without-call',
        'refused-call',
        'superseded',
        'marked-part-changed',
        'endpoint-refused',
        'model-takes-none',
      ]),
      count: countSchema,
      tools: z.array(z.string()),
    }),
  ),
  tokens: z.strictObject({
    systemPrompt: z.number().min(0),
    tools: z.number().min(0),
    messages: z.number().min(0),
    total: z.number().min(0),
  }),
});

/** A part of kept requests. */
export const requestPartRowSchema = z.strictObject({
  chatId: idSchema,
  hash: z.string().min(1),
  content: jsonSchema,
});

/** A payload of a session log. */
export const payloadRowSchema = z.strictObject({
  id: rowNumber,
  chatId: idSchema,
  runId: idSchema.nullable(),
  atMs: timeSchema,
  direction: z.enum(['sent', 'received']),
  data,
  size: countSchema,
});

/** An entry of the log. */
export const logRowSchema = z.strictObject({
  id: rowNumber,
  atMs: timeSchema,
  level: z.enum(LOG_LEVELS),
  topic: z.string(),
  chatId: z.string().nullable(),
  runId: z.string().nullable(),
  message: z.string(),
  data: data.nullable(),
  size: countSchema,
});
