import { z } from 'zod';
import { StewardError } from '@/src/core/errors';
import { shownAddress } from '@/src/core/secrets/secret-address';
import { connectionWaits, promptSchema } from '@/src/messages/settings-commands';
import { SETTINGS_FORMAT, SETTINGS_VERSION, type SettingsFile } from '@/src/schema/settings-file';
import { MAX_ALIAS_LENGTH, MAX_MODEL_ID_LENGTH } from '@/src/schema/values/model-names';
import { THEMES } from '@/src/schema/values/theme';
import { exportedSettingsSchema } from './chat-settings-schema';
import { normaliseBaseUrl } from './connection-store';
import { refusedField } from './refused-field';

const settingsFileSchema: z.ZodType<SettingsFile> = z.strictObject({
  format: z.literal(SETTINGS_FORMAT),
  version: z.literal(SETTINGS_VERSION),
  exportedAtMs: z.number(),
  theme: z.enum(THEMES),
  connections: z
    .array(
      z.strictObject({
        label: z.string().trim().min(1).max(100),
        baseUrl: z.string().min(1).max(2_000),
        waits: connectionWaits.optional(),
      }),
    )
    .max(100),
  aliases: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(MAX_ALIAS_LENGTH),
        connection: z.int().min(0),
        model: z.string().min(1).max(MAX_MODEL_ID_LENGTH),
      }),
    )
    .max(1_000),
  chat: exportedSettingsSchema
    .pick({
      parameters: true,
      streaming: true,
      roundsPerRun: true,
      invalidAttemptLimit: true,
      requestAttempts: true,
      retryDelaySeconds: true,
      requireToolCall: true,
      contextBudgetTokens: true,
      toolResultLimit: true,
      checkpointLimit: true,
      toolMemory: true,
      cacheMode: true,
      toolResultAgeing: true,
      trimOldest: true,
      generatesTitle: true,
    })
    .extend({ prompt: promptSchema })
    .nullable(),
});

/**
 * Reads a file of exported settings. Throws `invalid-message` with the reason if the text isn't JSON, isn't such a file, was
 * written by another version, or has an address that holds a secret.
 */
export function readSettingsFile(text: string): SettingsFile {
  const value = parsed(text);
  const kind = z.object({ format: z.literal(SETTINGS_FORMAT), version: z.int() }).safeParse(value);
  if (!kind.success) throw refused('The file has no settings of Steward.');
  if (kind.data.version !== SETTINGS_VERSION) {
    throw refused(`The settings were exported by another version of Steward (format ${kind.data.version}).`);
  }
  const result = settingsFileSchema.safeParse(value);
  if (!result.success) {
    throw refused(`The file can’t be used because ${refusedField(result.error, 0)}.`);
  }
  const file = result.data;
  for (const { label, baseUrl } of file.connections) {
    if (normaliseBaseUrl(baseUrl) !== baseUrl || shownAddress(baseUrl) !== baseUrl) {
      throw refused(`The address of the connection “${label}” holds a secret, or isn’t written as exported.`);
    }
  }
  if (file.aliases.some(({ connection }) => connection >= file.connections.length)) {
    throw refused('An alias of the file has no connection in it.');
  }
  const names = new Set(file.aliases.map(({ name }) => name.toLowerCase()));
  if (names.size < file.aliases.length) {
    throw refused('Two aliases of the file have the same name, or differ in case only.');
  }
  return file;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refused('The file is not JSON.', cause);
  }
}

function refused(message: string, cause?: unknown): StewardError {
  return new StewardError('invalid-message', message, {
    remedy: 'Choose a file that was exported from Steward’s settings. Nothing was changed.',
    cause,
  });
}
