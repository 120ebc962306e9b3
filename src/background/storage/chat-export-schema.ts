import { z } from 'zod';
import { CHAT_FORMAT, CHAT_FORMAT_VERSION } from '@/src/schema/chat-export';
import { exportedSettingsSchema, pageBindingSchema } from './chat-settings-schema';
import { imageRowSchema, messageSchema, timeSchema } from './message-schema';
import { exportedExecutionSchema, exportedRunSchema, usageRowSchema } from './run-row-schema';

/** An exported chat; anything else is refused when it is imported. */
export const chatExportSchema = z.strictObject({
  format: z.literal(CHAT_FORMAT),
  version: z.literal(CHAT_FORMAT_VERSION),
  exportedAtMs: timeSchema,
  chat: z.strictObject({
    title: z.string(),
    titleSource: z.enum(['first-message', 'model', 'user']),
    createdAtMs: timeSchema,
    updatedAtMs: timeSchema,
    page: pageBindingSchema.nullable(),
    settings: exportedSettingsSchema,
  }),
  messages: z.array(messageSchema),
  // Earlier exports have more fields.
  images: z.array(z.object(imageRowSchema.shape)).exactOptional(),
  runs: z.array(exportedRunSchema),
  executions: z.array(exportedExecutionSchema),
  usage: z.array(usageRowSchema),
});
