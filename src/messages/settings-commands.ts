import { z } from 'zod';
import type { PromptPreview } from '@/src/core/adapter/prompt-preview';
import type { SettingsPlan } from '@/src/core/records/settings-file';
import { chatSettingsPatchSchema, enteredPromptSchema } from '@/src/schema/chat-settings';
import { MAX_ALIAS_LENGTH, MAX_MODEL_ID_LENGTH } from '@/src/schema/values/model-names';
import { MAX_SETTINGS_LENGTH } from './channels';

const id = z.string().min(1).max(100);

const aliasName = z.string().trim().min(1).max(MAX_ALIAS_LENGTH);

/** Commands for the settings that have a place of their own in the panel. */
export const settingsCommands = [
  /**
   * Changes settings of a chat; those that the patch doesn't name stay. What a run reads of them applies from its next step on.
   * No permission is among them.
   */
  z.strictObject({ type: z.literal('set-settings'), chatId: id, patch: chatSettingsPatchSchema }),
  /** Replaces the chat's changes to the system prompt. Fails with `invalid-message` if one of its templates can't be used. */
  z.strictObject({ type: z.literal('set-prompt'), chatId: id, prompt: enteredPromptSchema }),
  /** Returns the system prompt that these changes would make. Stores nothing. */
  z.strictObject({ type: z.literal('preview-prompt'), chatId: id, prompt: enteredPromptSchema }),
  /**
   * Creates an alias, or changes its model in all chats that use it. Fails with `invalid-message` if `isNew` and there is one
   * of this name.
   */
  z.strictObject({
    type: z.literal('save-alias'),
    isNew: z.boolean(),
    name: aliasName,
    connectionId: id,
    model: z.string().min(1).max(MAX_MODEL_ID_LENGTH),
  }),
  /** Deletes an alias; chats that use it must choose another model. */
  z.strictObject({ type: z.literal('delete-alias'), name: aliasName }),
  /** Makes a chat use an alias, from its next request on. */
  z.strictObject({ type: z.literal('choose-alias'), chatId: id, name: aliasName }),
  /** Returns a file with all settings but keys. `chatId`: the chat whose settings are in it; null for none. */
  z.strictObject({ type: z.literal('export-settings'), chatId: id.nullable() }),
  /** Returns what the file would change. Changes nothing. */
  z.strictObject({
    type: z.literal('preview-settings'),
    chatId: id.nullable(),
    text: z.string().max(MAX_SETTINGS_LENGTH),
  }),
  /** Makes the changes of the preview with this digest, all or none. */
  z.strictObject({
    type: z.literal('import-settings'),
    chatId: id.nullable(),
    text: z.string().max(MAX_SETTINGS_LENGTH),
    digest: z.string().length(64),
  }),
] as const;

/** The result of each of these commands. */
export interface SettingsCommandResults {
  'set-settings': null;
  'set-prompt': null;
  'preview-prompt': PromptPreview;
  'save-alias': null;
  'delete-alias': null;
  'choose-alias': null;
  /** `leftOut`: connections that are not in it, because a part of their address is secret. */
  'export-settings': { text: string; leftOut: number };
  'preview-settings': SettingsPlan;
  'import-settings': null;
}
