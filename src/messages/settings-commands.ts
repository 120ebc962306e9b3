import { z } from 'zod';
import type { PromptPreview } from '@/src/core/adapter/prompt-preview';
import type { SettingsImport } from '@/src/core/records/settings-file';
import { chatSettingsPatchSchema, enteredPromptSchema } from '@/src/schema/chat-settings';
import { mapSchema } from '@/src/schema/map-schema';
import { savedPromptSchema } from '@/src/schema/saved-prompt';
import { APPROVAL_POLICIES, PERMISSIONS } from '@/src/schema/values/policy';
import { command, hash, id, returns } from './command';
import { textPartFields } from './text-part';

const { name } = savedPromptSchema.shape;

/** Commands for settings. If `chatId` is null, no chat's settings are included. */
export const settingsCommands = [
  /**
   * Changes settings of a chat; those that the patch doesn't name stay. A run uses the new values from its next step on.
   * A patch can't contain permissions.
   */
  command('set-settings', { chatId: id, patch: chatSettingsPatchSchema }),
  /** Changes what the assistant may do in this chat (`PolicyChange`). What is null stays. */
  command('set-policy', {
    chatId: id,
    approvalPolicy: z.enum(APPROVAL_POLICIES).nullable(),
    planMode: z.boolean().nullable(),
    permissions: mapSchema(z.string().min(1).max(200), z.enum(PERMISSIONS).nullable()),
  }),
  /** Replaces the chat's changes to the system prompt. Fails with `invalid-message` if one of its templates can't be used. */
  command('set-prompt', { chatId: id, prompt: enteredPromptSchema }),
  /** Returns the system prompt that these changes would make. Stores nothing. */
  command('preview-prompt', { chatId: id, prompt: enteredPromptSchema }, returns<PromptPreview>()),
  /**
   * Saves a prompt in place of `replaces`, or a new one if that is null. Fails with `conflict` if `replaces` is another one by
   * now, and with `invalid-message` if another prompt has this name, or if there are too many.
   */
  command('store-saved-prompt', { ...savedPromptSchema.shape, replaces: savedPromptSchema.nullable() }),
  command('delete-saved-prompt', { name }),
  /**
   * Returns a file with all settings except keys. `leftOut`: connections that are not in it, because a part of their address is
   * secret.
   */
  command('export-settings', { chatId: id.nullable() }, returns<{ text: string; leftOut: number }>()),
  /**
   * Receives a part of a file of settings. Returns null before the last part. With the last part: if `digest` is null, returns the
   * changes that the file would make; otherwise makes the changes with this digest, all or none, and returns the chats whose model
   * changed.
   */
  command(
    'import-settings',
    { chatId: id.nullable(), digest: hash.nullable(), ...textPartFields },
    returns<SettingsImport | { chatIds: string[] } | null>(),
  ),
] as const;
