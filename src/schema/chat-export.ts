import { z } from 'zod';
import { executionSchema } from './call';
import { chatSchema } from './chat';
import { chatSettingsSchema } from './chat-settings';
import { keptImageSchema } from './image';
import { messageSchema } from './message';
import { pageBindingSchema } from './page-binding';
import { runSchema } from './run';
import { endedStatusSchema } from './run-status';
import { timeSchema } from './scalars';
import { tokenUsageEntrySchema } from './usage';
import { CHAT_FORMAT, CHAT_FORMAT_VERSION } from './values/file-formats';

/** A chat as it is exported. No field contains a key or the address of the endpoint. */
export const chatExportSchema = z.strictObject({
  format: z.literal(CHAT_FORMAT),
  version: z.literal(CHAT_FORMAT_VERSION),
  exportedAtMs: timeSchema,
  chat: chatSchema.pick({ title: true, titleSource: true, createdAtMs: true, updatedAtMs: true }).extend({
    page: pageBindingSchema.nullable(),
    /** All settings except those that the importing user decides. */
    settings: chatSettingsSchema.omit({ connectionId: true, modelAlias: true, permissions: true }),
  }),
  messages: z.array(messageSchema),
  /** The messages' images; missing if there are none. Earlier exports have more fields. */
  images: z.array(keptImageSchema.strip()).exactOptional(),
  /** Without the page's state; a run that isn't over is exported as stopped. */
  runs: z.array(runSchema.omit({ contextText: true, snapshot: true }).extend({ status: endedStatusSchema })),
  /** Without the intended effects of writes, and the states that they left. */
  executions: z.array(executionSchema.omit({ write: true, leftStateHash: true, leftSavedHash: true })),
  usage: z.array(tokenUsageEntrySchema),
});

export type ChatExport = z.infer<typeof chatExportSchema>;
