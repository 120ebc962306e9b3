import { z } from 'zod';
import {
  parameterFields,
  runLimitFields,
  sendingFields,
  tokenLimitFields,
} from '@/src/messages/chat-setting-fields';
import { mapSchema } from '@/src/schema/map-schema';
import { APPROVAL_POLICIES } from '@/src/schema/values/chat-settings';
import { MAX_GLOB_LENGTH, MAX_GLOBS } from '@/src/schema/values/setting-bounds';

/** The page of a chat. */
export const pageBindingSchema = z.strictObject({
  adapterId: z.string().min(1).max(100),
  origin: z.url().max(300),
  instanceId: z.string().max(1_000),
  title: z.string().max(1_000),
});

/** The settings of a chat that an export contains: all but its connection, alias and permissions. A number that the panel can't set is refused. */
export const exportedSettingsSchema = z.strictObject({
  model: z.string().nullable(),
  parameters: z.strictObject(parameterFields),
  streaming: z.boolean(),
  takesImages: z.boolean().nullable(),
  prompt: z.strictObject({
    baseTemplate: z.string().nullable(),
    overrides: mapSchema(z.string(), z.string()),
    exclusions: z.array(z.string()),
  }),
  ...runLimitFields,
  approvalPolicy: z.enum(APPROVAL_POLICIES),
  planMode: z.boolean(),
  ...sendingFields,
  generatesTitle: z.boolean(),
  keepsSessionLog: z.boolean(),
  sendsMessages: z.boolean(),
  ...tokenLimitFields,
  leftOutParts: z.array(z.string().min(1).max(MAX_GLOB_LENGTH)).max(MAX_GLOBS),
});
