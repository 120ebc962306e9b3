import { z } from 'zod';
import { mapSchema } from './map-schema';
import { idSchema } from './scalars';
import { patchSchema, settingSchemas } from './settings-schema';
import type { MODEL_PARAMETERS } from './values/model-parameters';
import { APPROVAL_POLICIES, PERMISSIONS } from './values/policy';
import type { ValueOf, ValuesOf } from './values/setting-row';
import { CHAT_SETTINGS } from './values/settings';

/** A chat's changes to the default system prompt. */
const promptSettingsSchema = z.strictObject({
  /** A template that replaces the built-in layout of the whole prompt; null keeps the built-in layout. */
  baseTemplate: z.string().nullable(),
  /** Templates that replace those of single contributions, by contribution key. */
  overrides: mapSchema(z.string(), z.string()),
  /** Keys of contributions to leave out. */
  exclusions: z.array(z.string()),
});

export type PromptSettings = z.infer<typeof promptSettingsSchema>;

/** Bounds of a prompt's changes: number of keys, UTF-16 units of a key, and of all texts together. The core bounds a template further. */
const MAX_PROMPT_KEYS = 200;
const MAX_PROMPT_KEY_LENGTH = 300;
const MAX_PROMPT_TEXTS_LENGTH = 500_000;

const promptKey = z.string().min(1).max(MAX_PROMPT_KEY_LENGTH);

/** A chat’s changes to the system prompt as the user enters or imports them; rows of older versions may exceed the bounds. */
export const enteredPromptSchema = promptSettingsSchema
  .extend({
    overrides: mapSchema(promptKey, z.string()),
    exclusions: z.array(promptKey).max(MAX_PROMPT_KEYS),
  })
  .refine(
    ({ overrides }) => Object.keys(overrides).length <= MAX_PROMPT_KEYS,
    `More than ${MAX_PROMPT_KEYS} parts of the prompt are replaced.`,
  )
  .refine(
    ({ baseTemplate, overrides }) =>
      [baseTemplate ?? '', ...Object.values(overrides)].reduce((sum, { length }) => sum + length, 0) <=
      MAX_PROMPT_TEXTS_LENGTH,
    `The texts are longer than ${MAX_PROMPT_TEXTS_LENGTH} characters together.`,
  );

/** Parameters of a request. A null one is not sent, so that the endpoint's default applies. */
export type ModelParameters = ValuesOf<typeof MODEL_PARAMETERS>;

/** The rolling window of turns whose tool calls and results are sent. */
export type ToolMemory = ValueOf<(typeof CHAT_SETTINGS)['toolMemory']>;

/**
 * The settings of one chat: those of the table, and those that commands of their own change. {@link newChatSettings} sets the
 * defaults when a chat is created.
 */
export const chatSettingsSchema = z.strictObject({
  ...settingSchemas(CHAT_SETTINGS),
  connectionId: idSchema.nullable(),
  model: z.string().nullable(),
  /** The alias that the user chose in place of a model; null for none. Connection and model are then those of the alias. */
  modelAlias: z.string().nullable(),
  prompt: promptSettingsSchema,
  /** The predefined policy for tools without a permission of their own. */
  approvalPolicy: z.enum(APPROVAL_POLICIES),
  /** Plan mode: the assistant's changes are collected, and the user applies them together. */
  planMode: z.boolean(),
  /** The user's permissions for single tools, by tool name. They override the predefined policy. */
  permissions: mapSchema(z.string(), z.enum(PERMISSIONS)),
});

/** Settings as a chat that was read has them: with the organisation's values in place of the user's. */
export type ChatSettings = z.infer<typeof chatSettingsSchema>;

declare const stored: unique symbol;

/**
 * The user's own settings, which the organisation's policy has not changed. Only these are stored or copied, so that the user has them
 * back when the policy ends.
 */
export type StoredSettings = ChatSettings & { readonly [stored]: true };

/** New values for settings of the table, each within its bounds; no other setting can be named. */
export const chatSettingsPatchSchema = patchSchema(CHAT_SETTINGS);

/** The settings that decide what the assistant may do in a chat. */
export type PolicySettings = Pick<ChatSettings, 'approvalPolicy' | 'permissions' | 'planMode'>;

/** The settings for a chat's requests to the model. */
export type ModelSettings = Pick<ChatSettings, 'parameters' | 'streaming' | 'takesImages'>;
