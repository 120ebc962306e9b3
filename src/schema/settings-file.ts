import { z } from 'zod';
import { chatSettingsSchema, enteredPromptSchema } from './chat-settings';
import { enteredWaitsSchema } from './connection';
import { savedPromptSchema } from './saved-prompt';
import { settingSchema } from './settings-schema';
import { EXTENSION_SETTINGS } from './values/extension-settings';
import { SETTINGS_FORMAT, SETTINGS_VERSION } from './values/file-formats';
import { MAX_ALIAS_LENGTH, MAX_MODEL_ID_LENGTH, MAX_SAVED_PROMPTS } from './values/limits';
import { TRANSFERRED_SETTINGS } from './values/transferred-settings';

// The type of `fromEntries` has no member names.
const transferred = Object.fromEntries(TRANSFERRED_SETTINGS.map((name) => [name, true])) as Record<
  (typeof TRANSFERRED_SETTINGS)[number],
  true
>;

const transferredSettingsSchema = chatSettingsSchema
  .pick(transferred)
  .extend({ prompt: enteredPromptSchema });

export type TransferredSettings = z.infer<typeof transferredSettingsSchema>;

/** Exported settings. No field contains a key or a header. */
export const settingsFileSchema = z.strictObject({
  format: z.literal(SETTINGS_FORMAT),
  version: z.literal(SETTINGS_VERSION),
  exportedAtMs: z.number(),
  theme: settingSchema(EXTENSION_SETTINGS.theme),
  connections: z
    .array(
      z.strictObject({
        label: z.string().trim().min(1).max(100),
        baseUrl: z.string().min(1).max(2_000),
        waits: enteredWaitsSchema.optional(),
      }),
    )
    .max(100),
  aliases: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(MAX_ALIAS_LENGTH),
        /** Index of the alias's connection in `connections`. */
        connection: z.int().min(0),
        model: z.string().min(1).max(MAX_MODEL_ID_LENGTH),
      }),
    )
    .max(1_000),
  /** Missing in files of earlier builds. */
  savedPrompts: z.array(savedPromptSchema).max(MAX_SAVED_PROMPTS).exactOptional(),
  /** The settings of the chat that the file was exported from; null if there was none. */
  chat: transferredSettingsSchema.nullable(),
});

export type SettingsFile = z.infer<typeof settingsFileSchema>;
