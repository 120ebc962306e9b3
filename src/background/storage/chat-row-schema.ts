import { z } from 'zod';
import { mapSchema } from '@/src/schema/map-schema';
import { pageToolsSchema } from '@/src/schema/page-tool';
import { PERMISSIONS } from '@/src/schema/values/tool-effect';
import { exportedSettingsSchema, pageBindingSchema } from './chat-settings-schema';
import { countSchema, idSchema, messageImagesSchema, senderSchema, timeSchema } from './message-schema';
import { requestableStatusSchema } from './run-row-schema';

/** A stored chat. */
export const chatRowSchema = z.strictObject({
  id: idSchema,
  title: z.string(),
  titleSource: z.enum(['first-message', 'model', 'user']),
  pinnedAtMs: timeSchema.nullable(),
  isUnread: z.boolean(),
  deletedAtMs: timeSchema.nullable(),
  createdAtMs: timeSchema,
  updatedAtMs: timeSchema,
  binding: pageBindingSchema.nullable(),
  settings: exportedSettingsSchema.extend({
    connectionId: idSchema.nullable(),
    modelAlias: z.string().nullable(),
    permissions: mapSchema(z.string(), z.enum(PERMISSIONS)),
  }),
  lastStateHash: z.string().nullable(),
  lastSnapshotId: countSchema,
  pageTools: pageToolsSchema,
  pendingMessage: z
    .strictObject({ text: z.string(), images: messageImagesSchema.exactOptional(), queuedAtMs: timeSchema })
    .nullable(),
  setAside: z
    .strictObject({ text: z.string(), images: messageImagesSchema.exactOptional(), atMs: timeSchema })
    .exactOptional(),
  pendingEvents: z.array(
    z.strictObject({
      scope: z.string(),
      text: z.string(),
      queuedAtMs: timeSchema,
      sender: senderSchema.extend({ messageId: idSchema }).exactOptional(),
    }),
  ),
  queuedStatus: requestableStatusSchema.nullable(),
});
