import { z } from 'zod';
import { countSchema, jsonObjectSchema, timeSchema } from './scalars';
import { LOG_LEVELS } from './values/log-level';

/** An entry as it is stored. */
export const logRowSchema = z.strictObject({
  /** Increases with every entry. */
  id: z.int().min(1),
  atMs: timeSchema,
  level: z.enum(LOG_LEVELS),
  /** Dotted, from general to specific, e.g. `ai_loop.error`. */
  topic: z.string(),
  chatId: z.string().nullable(),
  runId: z.string().nullable(),
  /** One sentence: what happened. */
  message: z.string(),
  data: jsonObjectSchema.nullable(),
  /** UTF-16 units of its message and of its data as JSON; counts towards the log's bound. */
  size: countSchema,
});

export type LogRow = z.infer<typeof logRowSchema>;

/** One entry of the log. Below `debug` it contains neither text of the conversation nor page content. */
export type LogEntry = Omit<LogRow, 'size'>;

/** An entry that hasn't been stored yet. */
export type NewLogEntry = Omit<LogEntry, 'id'>;
