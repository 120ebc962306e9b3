import { z } from 'zod';
import type { PromptPreview } from '@/src/core/adapter/prompt-preview';
import { MAX_MODEL_ID_LENGTH } from '@/src/core/llm/read-model-list';
import { mapSchema } from '@/src/core/map-schema';
import type { PromptSettings } from '@/src/core/records/chat';
import { MAX_ALIAS_LENGTH } from '@/src/core/records/model-alias';
import { RUN_LIMIT_BOUNDS } from '@/src/core/records/run-limits';

const id = z.string().min(1).max(100);

function limit(name: keyof typeof RUN_LIMIT_BOUNDS) {
  const { min, max } = RUN_LIMIT_BOUNDS[name];
  return z.int().min(min).max(max);
}

/** Bounds of a prompt's changes: keys, and UTF-16 units of a key and of all texts together. The core's own bound of a template is lower. */
const MAX_PROMPT_KEYS = 200;
const MAX_PROMPT_KEY_LENGTH = 300;
const MAX_PROMPT_LENGTH = 500_000;

const promptKey = z.string().min(1).max(MAX_PROMPT_KEY_LENGTH);

const prompt: z.ZodType<PromptSettings> = z
  .strictObject({
    baseTemplate: z.string().nullable(),
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
      MAX_PROMPT_LENGTH,
    `The texts are longer than ${MAX_PROMPT_LENGTH} characters together.`,
  );

const aliasName = z.string().trim().min(1).max(MAX_ALIAS_LENGTH);

/** Commands for the settings that have a place of their own in the panel. */
export const settingsCommands = [
  /** Sets the limits of the chat's runs. They apply from the next step on, also of a run that isn't over. */
  z.strictObject({
    type: z.literal('set-limits'),
    chatId: id,
    roundsPerRun: limit('roundsPerRun'),
    invalidAttemptLimit: limit('invalidAttemptLimit'),
    requireToolCall: z.boolean(),
    contextBudgetTokens: limit('contextBudgetTokens'),
    toolResultLimit: limit('toolResultLimit'),
    checkpointLimit: limit('checkpointLimit'),
  }),
  /** Replaces the chat's changes to the system prompt. Fails with `invalid-message` if one of its templates can't be used. */
  z.strictObject({ type: z.literal('set-prompt'), chatId: id, prompt }),
  /** Returns the system prompt that these changes would make. Stores nothing. */
  z.strictObject({ type: z.literal('preview-prompt'), chatId: id, prompt }),
  /** Creates an alias, or changes its model in all chats that use it. */
  z.strictObject({
    type: z.literal('save-alias'),
    name: aliasName,
    connectionId: id,
    model: z.string().min(1).max(MAX_MODEL_ID_LENGTH),
  }),
  /** Deletes an alias; chats that use it must choose another model. */
  z.strictObject({ type: z.literal('delete-alias'), name: aliasName }),
  /** Makes a chat use an alias, from its next request on. */
  z.strictObject({ type: z.literal('choose-alias'), chatId: id, name: aliasName }),
] as const;

/** The result of each of these commands. */
export interface SettingsCommandResults {
  'set-limits': null;
  'set-prompt': null;
  'preview-prompt': PromptPreview;
  'save-alias': null;
  'delete-alias': null;
  'choose-alias': null;
}
